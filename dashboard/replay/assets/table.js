// The Card Game has no board: the table itself, with everybody's railyard and the cards on the track.

class Table {
  constructor(place, film) {
    this.film = film;
    this.market = make("div", "middle");
    this.yards = film.players.map((player, seat) => new Yard(player, seat));
    place.replaceChildren(make("div", "table", {}, [this.market, ...this.yards.map((yard) => yard.box)]));
    this.shown = null;
  }

  theme() {}

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
  }

  light() {}

  ring() {}
}

function market(letters) {
  if (letters === null) return say("span", "quiet", "not certain");
  return letters ? cardRow(letters, "cards large") : say("b", "quiet", "empty");
}

function pile(name, content) {
  return make("span", "pile", {}, [say("small", "quiet", name), content]);
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
