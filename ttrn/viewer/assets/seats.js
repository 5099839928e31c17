// The players: score, trains, hand, tickets with how far they have come.

class Seats {
  /** `point(ticket, seat)` is told which ticket somebody points at; without one, that nobody does. */
  constructor(place, film, point) {
    this.seats = film.players.map((player, seat) => new Seat(film, player, seat, point));
    place.replaceChildren(...this.seats.map((seat) => seat.box));
    place.classList.toggle("many", film.counted.length > 1); // what is left of it takes a line of its own
  }

  /** Show a frame; `over` are the final scores if the game has ended, `bounds` what is proved of hidden hands. */
  show(frame, over, bounds) {
    this.seats.forEach((seat, number) => {
      seat.show(frame.table.seats[number], number === frame.seat, over[number] ?? null, bounds?.[number] ?? null);
    });
  }

  /** Show how likely hidden hands hold what, or no longer. */
  weigh(found) {
    this.seats.forEach((seat, number) => seat.weigh(found?.[number] ?? null));
  }
}

class Seat {
  constructor(film, player, seat, point) {
    this.film = film;
    this.seat = seat;
    this.point = point;
    this.score = say("span", "points", "0");
    this.total = say("span", "total", "");
    this.rest = say("span", "quiet rest", "");
    this.hand = make("div", "hand");
    this.proved = make("div", "proved");
    this.chances = make("div", "chances");
    this.tickets = make("div", "tickets");
    const head = make("div", "head", {}, [chip(seat), say("b", "name", player.name), this.rest, this.total, this.score]);
    head.title = player.name;
    this.box = make("div", "seat", { role: "group", "aria-label": player.name, "data-seat": seat }, [head, this.hand, this.proved, this.chances, this.tickets]);
    ownedBy(this.box, seat);
    this.facts = null;
    this.over = null;
    this.bounds = null;
    this.weighed = null;
  }

  /** Show how likely a hand that was not seen holds what. */
  weigh(found) {
    if (found === this.weighed) return;
    this.weighed = found;
    this.chances.replaceChildren(...chanceRows(found, this.film));
  }

  show(facts, active, over, bounds) {
    if (this.active !== active) {
      this.active = active;
      this.box.classList.toggle("active", active);
    }
    if (bounds !== this.bounds) this.prove(bounds);
    if (facts === this.facts && over === this.over) return;
    const before = this.over === over ? this.facts : null;
    this.facts = facts;
    this.over = over;
    put(this.score, String(facts.score));
    put(this.total, over ? totalOf(over) : "");
    this.score.title = "points on the board";
    this.total.title = "final score";
    put(this.rest, this.left(facts));
    if (!before || facts.hand !== before.hand) this.showHand(facts.hand);
    if (!before || facts.tickets !== before.tickets || facts.hidden !== before.hidden || facts.trains !== before.trains) {
      this.showTickets(facts, over);
    }
  }

  left(facts) {
    const parts = this.film.routes.length ? [plural(facts.trains, "train")] : [];
    this.film.counted.forEach((what, index) => {
      if (this.film.routes.length) parts.push(what === "goods" ? `${facts.counted[index]} ${what}` : plural(facts.counted[index], what.replace(/s$/, "")));
    });
    return parts.join(" · ");
  }

  showHand(hand) {
    if (hand === null) {
      this.hand.replaceChildren(say("span", "quiet", "the hand is not certain: a turn broke a rule"));
      return;
    }
    this.hand.replaceChildren(say("span", "quiet size", plural(hand.length, "card")), cardCounts(hand));
  }

  /** Show what follows for a hand that was not seen: the least and the most of each kind. */
  prove(bounds) {
    this.bounds = bounds;
    if (!bounds) {
      this.proved.replaceChildren();
      return;
    }
    const found = Object.entries(bounds).filter(([, [, most]]) => most > 0);
    this.proved.replaceChildren(
      say("span", "quiet", "proved:"),
      ...found.map(([letter, [least, most]]) => {
        const range = least === most ? String(least) : `${least}–${most}`;
        return make("span", "kind", {}, [card(letter), say("span", "times", range)]);
      }),
    );
  }

  showTickets(facts, over) {
    const rows = facts.tickets.map(([ticket, needed]) => this.ticket(ticket, needed, facts, over));
    for (const [ticket, cards] of facts.done ?? []) rows.push(this.finished(ticket, cards));
    if (facts.hidden) rows.push(say("div", "ticket unknown quiet", `${plural(facts.hidden, "ticket")} not seen`));
    this.tickets.replaceChildren(...rows);
  }

  ticket(number, needed, facts, over) {
    const [a, b, points, whole, wants] = this.film.tickets[number];
    const name = `${this.film.cities[a]}–${this.film.cities[b]}`;
    const row = make("button", "ticket", { type: "button" });
    const bar = make("span", "bar", {}, [make("span", "done")]);
    const share = needed === 0 ? 1 : needed < 0 || !whole ? 0 : Math.max(0, 1 - needed / whole);
    bar.firstChild.style.width = `${Math.round(share * 100)}%`;
    const wanted = wants ? cardRow(wants, "cards tiny") : bar;
    row.append(say("span", "cities", name), say("span", "worth", String(points)), wanted, say("span", "far quiet", this.far(needed, facts, over)));
    row.classList.toggle("complete", needed === 0);
    row.classList.toggle("lost", over ? needed !== 0 : this.film.routes.length > 0 && (needed < 0 || needed > facts.trains));
    row.title = name;
    const cities = [a, b];
    row.addEventListener("pointerenter", () => this.point(number, this.seat, cities));
    row.addEventListener("pointerleave", () => this.point(null));
    row.addEventListener("focus", () => this.point(number, this.seat, cities));
    row.addEventListener("blur", () => this.point(null));
    return row;
  }

  far(needed, facts, over) {
    if (needed === 0) return "complete";
    if (over) return "not complete";
    if (!this.film.routes.length) return needed < 0 ? "spent on others" : `${plural(needed, "card")} more`;
    if (needed < 0) return "no way is left";
    return needed > facts.trains ? `${needed} to go, ${facts.trains} left` : `${needed} to go`;
  }

  finished(number, cards) {
    const [a, b, points] = this.film.tickets[number];
    const row = make("div", "ticket complete");
    const name = `${this.film.cities[a]}–${this.film.cities[b]}`;
    row.append(say("span", "cities", name), say("span", "worth", String(points)), cardRow(cards, "cards tiny"), say("span", "far quiet", "first scoring"));
    return row;
  }
}
