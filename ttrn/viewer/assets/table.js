// The Card Game has no board: the table itself, with everybody's railyard and the cards on the track.

class Table {
  constructor(place, mapPlace, svg, film) {
    this.film = film;
    this.market = make("div", "middle");
    this.yards = film.players.map((player, seat) => new Yard(player, seat));
    this.map = new TicketMap(svg, film);
    place.replaceChildren(make("div", "table", {}, [this.market, ...this.yards.map((yard) => yard.box)]));
    mapPlace.replaceChildren(this.map.box);
    this.shown = null;
  }

  theme(dark) {
    this.map.svg.dataset.theme = dark ? "dark" : "light";
  }

  show({ table, seat }) {
    const now = [table.market, table.deck, table.discards, table.ticketDecks].join();
    if (now !== this.shown) {
      this.shown = now;
      this.market.replaceChildren(
        pile("market", market(table.market)),
        pile("deck", say("b", "", table.deck === null ? "?" : String(table.deck))),
        pile("discards", say("b", "", table.discards === null ? "?" : String(table.discards))),
        pile("tickets", say("b", "", String(table.ticketDecks.reduce((sum, size) => sum + size, 0)))),
      );
    }
    this.yards.forEach((yard, number) => yard.show(table.seats[number], number === seat));
    this.map.show(table.seats);
  }

  light() {}

  ring(cities) {
    this.map.ring(cities);
  }
}

/** The map, which nobody plays on: everybody's tickets as lines between their cities. */
class TicketMap {
  constructor(svg, film) {
    this.film = film;
    this.svg = picture(svg);
    this.cities = numbered(this.svg, "city", "city");
    this.lines = draw("g", { class: "ticket-lines" });
    this.svg.querySelector(".city")?.before(this.lines);
    this.box = make("figure", "", {}, [say("figcaption", "quiet", "Tickets; a full line is complete with the cards on the track"), this.svg]);
    this.facts = [];
    this.ringed = [];
  }

  show(seats) {
    if (seats.every((facts, seat) => facts.tickets === this.facts[seat]?.tickets && facts.done === this.facts[seat]?.done)) return;
    this.facts = seats;
    const lines = seats.flatMap(({ tickets, done }, seat) => [
      ...tickets.map(([ticket, needed]) => this.line(ticket, seat, needed === 0)),
      ...done.map(([ticket]) => this.line(ticket, seat, true)),
    ]);
    this.lines.replaceChildren(...lines);
  }

  /** Draw a ticket, bent a little more for each seat so that equal ones do not hide each other. */
  line(ticket, seat, complete) {
    const [from, to] = this.film.tickets[ticket].map((city) => this.cities.get(city)?.dataset);
    const [x, y, dx, dy] = [Number(from.x), Number(from.y), to.x - from.x, to.y - from.y];
    const bend = 0.05 + 0.035 * seat;
    const d = `M${x} ${y}q${(dx / 2 - dy * bend).toFixed(1)} ${(dy / 2 + dx * bend).toFixed(1)} ${dx.toFixed(1)} ${dy.toFixed(1)}`;
    return draw("path", { d, class: complete ? "complete" : "open", style: `stroke: var(--seat-${seat})` });
  }

  ring(cities) {
    for (const city of this.ringed) this.cities.get(city)?.classList.remove("lit");
    for (const city of cities) this.cities.get(city)?.classList.add("lit");
    this.ringed = cities;
  }
}

function market(letters) {
  if (letters === null) return say("span", "quiet", "not certain");
  return letters ? cardRow(letters, "cards large") : say("b", "quiet", "empty");
}

function pile(name, content) {
  return make("span", "pile", { "data-pile": name }, [say("small", "quiet", name), content]);
}

/** What lies before one player. */
class Yard {
  constructor(player, seat) {
    this.rows = make("div", "rows");
    this.track = make("div", "track");
    const name = make("div", "name", {}, [chip(seat), say("b", "", player.name)]);
    this.box = make("div", "yard", { role: "group", "aria-label": `Before ${player.name}` }, [name, this.rows, this.track]);
    this.facts = null;
  }

  show(facts, active) {
    this.box.classList.toggle("active", active);
    if (facts === this.facts) return;
    const before = this.facts;
    this.facts = facts;
    if (facts.yard !== before?.yard) {
      const rows = facts.yard.map((row) => cardRow(row, "cards tiled large"));
      this.rows.replaceChildren(say("small", "quiet", "railyard"), ...(rows.length ? rows : [say("span", "quiet", "empty")]));
    }
    if (facts.track !== before?.track) {
      const label = `on the track: ${plural(facts.track.length, "card")}`;
      this.track.replaceChildren(say("small", "quiet", label), facts.track ? cardCounts(facts.track) : "");
    }
  }
}
