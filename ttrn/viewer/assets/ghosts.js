// Moves that were not played, drawn where they would have been: dashed, in the player's colour, with their number.

class Ghosts {
  constructor(root, board) {
    this.root = root;
    this.board = board;
    this.layer = null;
    this.touched = [];
  }

  /** Draw the moves of a seat; those at the same place share it. */
  show(seat, moves) {
    this.clear();
    this.seat = seat;
    const places = { along: new Map(), route: new Map(), city: new Map(), card: new Map(), pile: new Map(), hand: new Map() };
    moves.forEach(({ ghost }, index) => {
      const note = (kind, key) => places[kind].set(key, [...(places[kind].get(key) ?? []), index + 1]);
      const routes = ghost.routes ?? [];
      routes.forEach((route, place) => note(place === routes.length >> 1 ? "route" : "along", route));
      for (const kind of ["city", "card", "pile"]) if (kind in ghost) note(kind, ghost[kind]);
      for (const letter of new Set(ghost.hand ?? "")) note("hand", letter);
    });
    for (const [route, ranks] of places.along) this.route(route, ranks, false);
    for (const [route, ranks] of places.route) this.route(route, ranks, true);
    for (const part of this.layer?.children ?? []) part.classList.toggle("ride", moves[part.dataset.rank[0] - 1].ghost.city !== undefined);
    for (const [city, ranks] of places.city) this.city(city, ranks);
    for (const [letter, ranks] of places.card) this.outline(`.pile[data-pile=market] .card[data-card="${letter}"]`, ranks);
    for (const [pile, ranks] of places.pile) this.outline(`.pile[data-pile=${pile}] b`, ranks);
    for (const [letter, ranks] of places.hand) this.outline(`.seat[data-seat="${seat}"] .hand .card[data-card="${letter}"]`, ranks);
  }

  clear() {
    this.layer?.remove();
    this.layer = null;
    for (const part of this.touched) {
      part.classList.remove("ghost", "lit", "faded");
      part.removeAttribute("data-rank");
      part.style.removeProperty("--ghost");
      part.style.removeProperty("--ghost-edge");
      part.style.removeProperty("--ghost-ink");
    }
    this.touched = [];
  }

  /** Let one of the moves stand out, or none of them. */
  light(rank) {
    const parts = [...this.touched, ...(this.layer?.children ?? [])];
    for (const part of parts) {
      const here = part.dataset.rank.split("·").includes(String(rank));
      part.classList.toggle("lit", rank !== null && here);
      part.classList.toggle("faded", rank !== null && !here);
    }
  }

  route(route, ranks, named) {
    const track = this.board.routes?.get(route);
    const cue = track?.querySelector(".cue");
    if (!cue) return;
    const d = track.querySelector(".line").getAttribute("d");
    const [x, y] = [Number(cue.getAttribute("x")), Number(cue.getAttribute("y")) - 3.2];
    this.draw(ranks, [draw("path", { class: "under", d }), draw("path", { class: "over", d })], named && { x, y });
  }

  city(city, ranks) {
    const place = this.board.cities?.get(city)?.dataset;
    if (!place) return;
    const ring = { cx: place.x, cy: place.y, r: 13 };
    const rings = [draw("circle", { class: "under", ...ring }), draw("circle", { class: "over", ...ring })];
    this.draw(ranks, rings, { x: Number(place.x) + 14, y: Number(place.y) - 14 });
  }

  /** Put shapes on the board, and their numbers where they are wanted. */
  draw(ranks, shapes, at) {
    if (!this.layer) {
      this.layer = draw("g", { class: "ghosts", "aria-hidden": "true" });
      this.board.svg.append(this.layer);
    }
    const group = draw("g", { "data-rank": ranks.join("·") });
    this.paint(group);
    group.append(...shapes, ...(at ? [this.badge(ranks, at)] : []));
    this.layer.append(group);
  }

  badge(ranks, { x, y }) {
    const wide = 9 + 6 * (ranks.length - 1);
    const badge = draw("g", { class: "badge" });
    const number = draw("text", { x, y: y + 4.6 });
    number.textContent = ranks.join("·");
    badge.append(draw("rect", { x: x - wide, y: y - 9, width: 2 * wide, height: 18, rx: 9 }), number);
    return badge;
  }

  outline(selector, ranks) {
    const part = this.root.querySelector(selector);
    if (!part) return;
    part.classList.add("ghost");
    part.dataset.rank = ranks.join("·");
    this.paint(part);
    this.touched.push(part);
  }

  paint(part) {
    part.style.setProperty("--ghost", `var(--seat-${this.seat})`);
    part.style.setProperty("--ghost-edge", `var(--seat-${this.seat}-edge)`);
    part.style.setProperty("--ghost-ink", `var(--seat-${this.seat}-ink)`);
  }
}
