// The score sheet: every point of every player, and the tracks behind it, which light up on the board.

class Sheet {
  /** `light()` is called when the tracks to be lit have changed, `point` when somebody points at a ticket. */
  constructor(place, film, light, point) {
    this.place = place;
    this.film = film;
    this.light = light;
    this.point = point;
    this.paths = new Set();
    this.networks = new Set();
    this.asked = false;
    place.replaceChildren();
    if (!film.end) return;
    const stated = film.end.seats.some((score) => score.stated);
    if (!stated) this.preset();
    place.append(this.head(), stated ? this.table() : this.players());
  }

  /** What is lit when the end is reached: the longest path, where it brings points; else the tickets of who won. */
  preset() {
    this.film.end.seats.forEach((score, seat) => {
      if (score.longest && score.bonus && this.film.end.pathBonus) this.paths.add(seat);
    });
    if (!this.paths.size && this.film.end.seats[0]?.longest) for (const seat of this.film.end.winners) this.networks.add(seat);
  }

  head() {
    const { verdict, standing, doubts } = this.film.end;
    return make("div", "verdict", {}, [
      say("h3", "", verdict),
      say("p", "quiet", standing),
      ...doubts.map((text) => say("p", "doubt", text)),
    ]);
  }

  /** What is known of a game of which turns are missing: a row for each player, the first place first. */
  table() {
    const order = this.ranked();
    const titles = ["", ...order[0].score.stated.rows.map(([what]) => capital(what)), "Total", "Place"];
    const head = make("tr", "", {}, titles.map((title) => make("th", "", { scope: "col" }, [title])));
    const body = order.map(({ score, seat }) => {
      const { rows, total, rank } = score.stated;
      const name = make("th", "name", { scope: "row" }, [chip(seat), this.film.players[seat].name]);
      return make("tr", "", {}, [name, ...rows.map(([, text]) => say("td", "", text)), say("td", "sum", total), say("td", "", rank)]);
    });
    return make("div", "stated", {}, [make("table", "", {}, [make("thead", "", {}, [head]), make("tbody", "", {}, body)])]);
  }

  ranked() {
    const place = ({ score }) => Number(score.stated?.rank ?? score.rank) || Infinity;
    return this.film.end.seats.map((score, seat) => ({ score, seat })).sort((one, other) => place(one) - place(other) || one.seat - other.seat);
  }

  players() {
    return make("div", "reckonings", {}, this.ranked().map(({ score, seat }) => this.reckoning(score, seat)));
  }

  reckoning(score, seat) {
    const total = totalOf(score);
    const head = make("div", "head", {}, [
      say("span", "rank", `${score.rank}.`),
      chip(seat),
      say("b", "name", this.film.players[seat].name),
      say("b", "total", total),
    ]);
    const rows = make("div", "rows");
    this.routes(rows, score);
    this.tickets(rows, score, seat);
    this.bonuses(rows, score, seat);
    rows.append(this.row("Total", total, "sum"));
    const box = make("div", "reckoning", { role: "group", "aria-label": `Score of ${this.film.players[seat].name}` }, [head, this.toggles(score, seat), rows]);
    ownedBy(box, seat);
    return box;
  }

  row(what, points, className = "", more = "") {
    const found = make("div", `row ${className}`, {}, [say("span", "what", what), say("span", "points", String(points))]);
    if (more) found.append(say("span", "more quiet", more));
    return found;
  }

  routes(rows, score) {
    if (!score.routes) return;
    const sum = score.routes.reduce((points, row) => points + row[1], 0);
    rows.append(this.row("Routes", sum, "part"));
    for (const [what, points] of score.routes) rows.append(this.row(what, points));
  }

  tickets(rows, score, seat) {
    const sum = score.tickets.reduce((points, ticket) => points + ticket.points, 0);
    rows.append(this.row("Tickets", signed(sum), "part"));
    for (const result of score.tickets) {
      const [a, b, , , wants] = this.film.tickets[result.ticket];
      const name = `${this.film.cities[a]}–${this.film.cities[b]}`;
      const row = this.row(`${result.complete ? "✓" : "✗"} ${name}`, signed(result.points), result.complete ? "ticket" : "ticket lost", this.spent(result, wants));
      row.tabIndex = 0;
      for (const name of ["pointerenter", "focus"]) row.addEventListener(name, () => this.point(result.ticket, seat, [a, b], result.routes));
      for (const name of ["pointerleave", "blur"]) row.addEventListener(name, () => this.point(null));
      rows.append(row);
    }
    if (score.unknown) rows.append(this.row(`${plural(score.unknown, "ticket")} that nobody showed`, "?"));
  }

  spent({ cards, scoring, complete }, wants) {
    if (cards === undefined) return "";
    if (!complete) return `wants ${wants}`;
    return `wants ${wants}${cards ? `, paid with ${cards}` : ""}${scoring === 1 && this.twice() ? ", first scoring" : ""}`;
  }

  twice() {
    return this.film.end.seats.some((score) => score.tickets.some((ticket) => ticket.scoring === 2));
  }

  bonuses(rows, score, seat) {
    const { cities } = this.film;
    if (score.longest) {
      const way = score.longest.cities.map((city) => cities[city]).join("–");
      const { pathBonus, bonusName } = this.film.end;
      const bonus = pathBonus ? signed(score.bonus) : "";
      rows.append(this.row(`Longest path: ${plural(score.longest.trains, "train")}`, bonus, "part", way));
      if (!pathBonus) rows.append(this.row(capital(bonusName), signed(score.bonus), "part"));
    }
    for (const [what, points] of score.extras) rows.append(this.row(capital(what), signed(points), "part"));
    for (const station of score.stations ?? []) rows.append(this.station(station));
    if (!score.cards.length) return;
    rows.append(this.row("Big cities", signed(score.bonus), "part"));
    for (const [city, tickets, points] of score.cards) {
      rows.append(this.row(`${cities[city]}: ${plural(tickets, "ticket")}`, signed(points), "", points ? "" : "another player has more"));
    }
  }

  station({ city, route, tickets }) {
    const { cities, routes } = this.film;
    const name = `Station in ${cities[city]}`;
    if (route < 0) return this.row(name, "", "", "borrows nothing");
    const [a, b] = routes[route];
    const helped = tickets.map((ticket) => `${cities[this.film.tickets[ticket][0]]}–${cities[this.film.tickets[ticket][1]]}`);
    return this.row(name, "", "", `borrows ${cities[a]}–${cities[b]}${helped.length ? `, which completes ${helped.join(" and ")}` : ""}`);
  }

  toggles(score, seat) {
    const box = make("div", "toggles");
    if (score.longest) {
      box.append(this.toggle("longest path", this.paths, seat), this.toggle("tickets", this.networks, seat));
    }
    return box;
  }

  toggle(what, chosen, seat) {
    const name = this.film.players[seat].name;
    const button = make("button", "toggle", { type: "button", "aria-pressed": String(chosen.has(seat)), title: `Light up: ${what} of ${name}` });
    button.append(say("span", "", what));
    button.addEventListener("click", () => {
      this.asked = true;
      if (!chosen.delete(seat)) chosen.add(seat);
      button.setAttribute("aria-pressed", String(chosen.has(seat)));
      this.light();
    });
    return button;
  }

  /** Return the tracks to be lit, with the seat in whose colour. */
  tracks() {
    const found = new Map();
    this.film.end?.seats.forEach((score, seat) => {
      if (this.networks.has(seat)) for (const ticket of score.tickets) for (const route of ticket.routes ?? []) found.set(route, seat);
      if (this.paths.has(seat)) for (const route of score.longest.routes) found.set(route, seat);
    });
    return found;
  }

  show(visible) {
    show(this.place, visible && Boolean(this.film.end));
  }
}

/** Return what is known of a total, with a mark where it is not certain. */
function totalOf(score) {
  return score.stated?.total ?? `${score.total}${score.certain ? "" : " ?"}`;
}

function capital(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
