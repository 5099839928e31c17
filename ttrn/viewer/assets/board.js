// The board: a picture that is made once, in which each step changes only what is different.

/** Return a picture to put on the page. */
function picture(svg) {
  return document.importNode(new DOMParser().parseFromString(svg, "image/svg+xml").documentElement, true);
}

/** Return the parts of a picture by their number on the board. */
function numbered(svg, className, name) {
  const found = new Map();
  for (const part of svg.querySelectorAll(`.${className}[data-${name}]`)) found.set(Number(part.dataset[name]), part);
  return found;
}

class Board {
  /** Take over the picture; it is our own drawing, without a word of the record in it. */
  constructor(place, svg, film) {
    this.film = film;
    this.svg = picture(svg);
    place.replaceChildren(this.svg);
    this.routes = numbered(this.svg, "route", "route");
    this.cities = numbered(this.svg, "city", "city");
    this.goods = numbered(this.svg, "goods", "city");
    this.pieces = this.svg.querySelector(".pieces");
    this.owners = {};
    this.standing = null;
    this.last = undefined;
    this.lit = new Map();
    this.ringed = [];
  }

  theme(dark) {
    this.svg.dataset.theme = dark ? "dark" : "light";
  }

  show(frame) {
    const { table } = frame;
    if (table.owners !== this.owners) this.own(table.owners);
    if (table.pieces !== this.standing) this.place(table.pieces);
    if (table.goods !== this.stacks) this.stack(table.goods);
    if (frame.route !== this.last) {
      this.routes.get(this.last)?.removeAttribute("data-last");
      this.routes.get(frame.route)?.setAttribute("data-last", "");
      this.last = frame.route;
    }
  }

  own(owners) {
    for (const route of new Set([...Object.keys(this.owners), ...Object.keys(owners)])) {
      if (this.owners[route] !== owners[route]) this.claim(Number(route), owners[route]);
    }
    this.owners = owners;
  }

  claim(route, owner) {
    const track = this.routes.get(route);
    if (!track) return;
    const cue = track.querySelector(".cue");
    if (owner === undefined || owner < 0) {
      track.removeAttribute("data-owner");
      if (cue) put(cue, cue.dataset.letter ?? "");
    } else {
      track.dataset.owner = owner;
      if (cue) put(cue, String(owner + 1));
    }
  }

  place(pieces) {
    this.standing = pieces;
    this.pieces?.replaceChildren(...pieces.map((piece) => this.piece(piece)));
  }

  piece([what, seat, city]) {
    const { x, y } = this.cities.get(city).dataset;
    const group = draw("g", { style: `color: var(--seat-${seat}); stroke: var(--seat-${seat}-edge)`, "data-seat": seat });
    const title = draw("title");
    title.textContent = `${what} of ${this.film.players[seat].name} in ${this.film.cities[city]}`;
    const number = draw("text", { class: "on", x, y: Number(y) + 5, style: `fill: var(--seat-${seat}-ink)` });
    number.textContent = String(seat + 1);
    group.append(title, draw("use", { href: `#ttrn-${what}`, x, y }), number);
    return group;
  }

  /** Show which tokens of merchandise are left in each city: those taken come off the top. */
  stack(goods) {
    this.stacks = goods;
    for (const [city, tokens] of Object.entries(goods ?? {})) {
      const stack = this.goods.get(Number(city));
      if (!stack) continue;
      if (tokens.length) stack.removeAttribute("display");
      else stack.setAttribute("display", "none");
      if (tokens.length) put(stack.querySelector("text"), String(tokens[0]));
    }
  }

  /** Light up tracks, each in the colour of a seat; everything else fades if that is wanted. */
  light(tracks, fade) {
    for (const [route] of this.lit) if (!tracks.has(route)) this.routes.get(route)?.removeAttribute("data-lit");
    for (const [route, seat] of tracks) this.routes.get(route)?.setAttribute("data-lit", seat);
    this.lit = tracks;
    this.svg.classList.toggle("dim", fade && tracks.size > 0);
  }

  /** Ring cities: the ends of a ticket that somebody points at. */
  ring(cities) {
    for (const city of this.ringed) this.cities.get(city)?.classList.remove("lit");
    for (const city of cities) this.cities.get(city)?.classList.add("lit");
    this.ringed = cities;
  }
}
