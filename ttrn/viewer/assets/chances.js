// How likely a hidden hand holds what: a bar for each kind of cards, and the likeliest tickets.

const percent = (chance) => (chance > 0 && chance < 0.005 ? "<1%" : chance < 1 && chance > 0.995 ? ">99%" : `${Math.round(chance * 100)}%`);

/** The chances of one seat; `found` is null where it hides nothing. */
function chanceRows(found, film) {
  if (!found) return [];
  const rows = found.cards ? [make("div", "bars", { role: "list", "aria-label": "Chances of cards" }, Object.entries(found.cards).map(chanceBar))] : [];
  if (found.tickets.length) rows.push(ticketGuess(found, film));
  return rows;
}

/** One kind: the bar is as high as the chance of at least one, darker up to the chance of two, of three and more. */
function chanceBar([letter, [expected, ...least]]) {
  const words = least.map((chance, index) => `${index + 1} or more ${percent(chance)}`).join(", ") || "none";
  const text = `${CARD_NAMES[letter] ?? letter}: ${expected} expected; ${words}`;
  const levels = least.slice(0, 3).map((chance) => {
    const level = make("span", "level");
    level.style.height = `${Math.round(chance * 100)}%`;
    return level;
  });
  const bar = make("span", "bar-of-chance", { "aria-hidden": "true" }, levels);
  const parts = [say("span", "share", percent(least[0] ?? 0)), bar, card(letter), say("span", "mean", expected.toFixed(1))];
  for (const part of parts) part.setAttribute("aria-hidden", "true");
  return make("span", "chance", { role: "listitem", "aria-label": text, title: text }, parts);
}

function ticketGuess(found, film) {
  const names = found.tickets.map(([ticket, chance]) => {
    const [a, b, points] = film.tickets[ticket];
    return say("li", "", `${film.cities[a]}–${film.cities[b]} (${points}) ${percent(chance)}`);
  });
  return make("div", "guess quiet", {}, [say("span", "", `Tickets, ${found.basis}:`), make("ul", "", {}, names)]);
}
