// What is told of a turn: the box that speaks of the present one, the supply, and the list of all.

class Now {
  constructor(place, film, enter, leave) {
    this.film = film;
    this.enter = enter;
    this.where = say("span", "where quiet", "");
    this.outcome = make("div", "outcome");
    this.words = say("p", "words", "");
    this.text = say("code", "notation", "");
    this.marks = make("span", "marks");
    this.problems = make("div", "problems");
    this.comments = make("div", "comments");
    this.branches = make("div", "branches");
    this.next = say("p", "next quiet", "");
    this.leave = say("button", "leave", "Back to the game");
    this.leave.type = "button";
    this.leave.title = "Leave this variation (Escape)";
    this.leave.addEventListener("click", leave);
    this.who = make("span", "who");
    const head = make("div", "head", {}, [this.who, this.where, this.leave]);
    place.replaceChildren(head, this.outcome, this.words, make("div", "written", {}, [this.text, this.marks]), this.problems, this.comments, this.branches, this.next);
    this.place = place;
  }

  /** Show a frame; `closing` is what the record says below its last turn, `end` the score sheet, at the end only. */
  show({ frame, still, inside, last, branches, closing, end }) {
    this.who.replaceChildren(...(frame.seat === undefined ? [] : [chip(frame.seat)]));
    const kept = still && this.film.level === "board";
    put(this.where, kept ? "Final board" : this.title(frame, inside, last));
    show(this.leave, inside);
    this.outcome.replaceChildren(...(end ? [say("b", "", end.verdict), this.totals(end)] : []));
    this.place.classList.toggle("inside", inside);
    put(this.words, kept ? this.film.end?.standing ?? "" : frame.words ?? (frame.n ? "The record starts from this position." : "The table is set."));
    put(this.text, frame.text ?? "");
    show(this.text, Boolean(frame.text));
    this.marks.replaceChildren(...(frame.marks ?? []).map((mark) => markOf(mark, true)));
    this.problems.replaceChildren(...(frame.problems ?? []).map((text) => say("p", "problem", text)));
    this.comments.replaceChildren(...[...new Set([...(frame.comments ?? []), ...closing])].map((text) => say("p", "comment", flow(text))));
    this.branches.replaceChildren(...branches.map((branch) => this.branch(branch)));
    put(this.next, kept ? "" : frame.table.next);
  }

  totals(end) {
    const each = end.seats.map((score, seat) => ({ seat, rank: score.rank, total: totalOf(score) })).sort((one, other) => one.rank - other.rank);
    return make("div", "totals", {}, each.map(({ seat, total }) =>
      make("span", "", {}, [chip(seat, "chip small"), `${this.film.players[seat].name} `, say("b", "", total)])));
  }

  title(frame, inside, last) {
    if (frame.seat === undefined) return "Setup";
    return `Turn ${frame.n} of ${last}${inside ? ", a variation" : ""}`;
  }

  branch({ line, text, comment }) {
    const button = make("button", "branch", { type: "button", title: "Look at what might have been played" });
    button.append(say("span", "quiet", "or "), say("code", "", text));
    if (comment) button.append(say("span", "quiet", ` ${comment}`));
    button.addEventListener("click", () => this.enter(line));
    return button;
  }
}

function markOf(mark, inWords = false) {
  const found = say("span", "mark", mark);
  found.dataset.mark = mark;
  found.title = MARKS[mark] ?? "";
  if (inWords) found.append(say("span", "meaning", ` ${MARKS[mark] ?? ""}`));
  return found;
}

/** Market and piles beside a board. */
class Supply {
  constructor(place) {
    this.place = place;
    this.shown = null;
  }

  show(table) {
    const now = [table.market, table.deck, table.discards, table.ticketDecks].join();
    if (now === this.shown) return;
    this.shown = now;
    const unsure = say("span", "quiet", "not certain");
    const tickets = table.ticketDecks.filter((size, index) => size || index === 0).join(" + ");
    this.place.replaceChildren(
      pile("market", table.market === null ? unsure : cardRow(table.market)),
      pile("deck", say("b", "", table.deck === null ? "?" : String(table.deck))),
      pile("discards", say("b", "", table.discards === null ? "?" : String(table.discards))),
      pile("tickets", say("b", "", tickets)),
    );
  }
}

/** All turns of the line that is shown; a click goes there. */
class Turns {
  constructor(place, go, enter) {
    this.place = place;
    this.go = go;
    this.enter = enter;
    this.rows = [];
    this.current = -1;
    place.onkeydown = (event) => this.key(event);
  }

  /** Move from row to row: the list is one stop of the tabulator, at the present turn. */
  key(event) {
    const step = { ArrowDown: "nextElementSibling", ArrowUp: "previousElementSibling" }[event.key];
    if (!step) return;
    event.preventDefault();
    event.target.closest(".turn")?.[step]?.focus();
  }

  /** Write the list for a path; `branches(spot)` tells the variations that leave it at a spot. */
  list(path, branches) {
    this.rows = path.map((spot, index) => this.row(spot, index));
    const all = [];
    path.forEach((spot, index) => {
      all.push(this.rows[index]);
      for (const branch of branches(spot)) all.push(this.branch(branch));
    });
    this.place.replaceChildren(...all);
    this.current = -1;
  }

  row({ frame, line }, index) {
    const row = make("button", line > 0 ? "turn inside" : "turn", { type: "button", tabindex: -1 });
    row.append(say("span", "number quiet", frame.seat === undefined ? "" : `${frame.n}.`));
    if (frame.seat !== undefined) row.append(chip(frame.seat, "chip small"));
    row.append(say("span", "what", frame.words ?? "Setup"));
    for (const mark of frame.marks ?? []) row.append(markOf(mark));
    if (frame.points) row.append(say("span", "gain", `+${frame.points}`));
    for (const text of frame.problems ?? []) row.append(say("span", "problem", text));
    for (const text of frame.comments ?? []) row.append(say("span", "comment", flow(text)));
    row.addEventListener("click", () => this.go(index));
    return row;
  }

  branch({ line, text, comment }) {
    const row = make("button", "turn variation", { type: "button", tabindex: -1, title: "Look at what might have been played" });
    row.append(say("span", "quiet", "or"), say("code", "", text));
    if (comment) row.append(say("span", "comment", comment));
    row.addEventListener("click", () => this.enter(line));
    return row;
  }

  show(index) {
    if (index === this.current) return;
    const inside = this.place.contains(this.place.getRootNode().activeElement);
    this.rows[this.current]?.removeAttribute("aria-current");
    this.rows[this.current]?.setAttribute("tabindex", -1);
    this.current = index;
    const row = this.rows[index];
    row.setAttribute("aria-current", "true");
    row.setAttribute("tabindex", 0);
    if (inside) row.focus({ preventScroll: true });
    // Only this box scrolls; the page stays where the reader has it.
    const top = row.offsetTop;
    const { scrollTop, clientHeight } = this.place;
    if (top < scrollTop || top + row.offsetHeight > scrollTop + clientHeight) {
      this.place.scrollTop = top - clientHeight / 3;
    }
  }
}
