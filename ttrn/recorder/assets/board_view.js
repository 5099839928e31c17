// The board: what is claimed, what can be tapped, and which route a finger means.

import { draw, picture } from "./dom.js";

const FINGER = 30; // CSS pixels around a finger in which something may be meant
const APART = 9; // CSS pixels by which the nearest one must be nearer than the next to be meant without a question
const SAMPLES = 12;
const DIRECTIONS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** Return the parts of a picture by their number on the board. */
function numbered(svg, name) {
  const parts = svg.querySelectorAll(`.${name}[data-${name}]`);
  return new Map([...parts].map((part) => [Number(part.dataset[name]), part]));
}

export class BoardView {
  /** Show a board; `choose` is called with the choices that a tap may mean, `missed` with a route that is not open. */
  constructor(place, data, { choose, missed }) {
    this.place = place;
    this.data = data;
    this.choose = choose;
    this.missed = missed;
    this.svg = picture(data.svg);
    this.svg.setAttribute("role", "group");
    place.replaceChildren(this.svg);
    this.routes = numbered(this.svg, "route");
    this.cities = numbered(this.svg, "city");
    this.pieces = this.svg.querySelector(".pieces");
    this.points = new Map();
    this.offered = [];
    this.current = null;
    // What a letter or a code stands for is told by the name of its route or city.
    for (const text of this.svg.querySelectorAll("text")) text.setAttribute("aria-hidden", "true");
    this.svg.addEventListener("click", (event) => this.tapped(event));
    // Not on the picture: with such a listener Chromium would let the Tab key come to it too.
    place.addEventListener("focusin", ({ target }) => target.matches(":focus-visible") && this.goTo(this.choiceOf(target)));
    const dark = matchMedia("(prefers-color-scheme: dark)");
    const theme = () => { this.svg.dataset.theme = dark.matches ? "dark" : "light"; };
    dark.addEventListener("change", theme);
    theme();
  }

  /** Give the seats their colours. */
  paint(paints) {
    for (const [seat, [fill, edge, ink]] of paints.entries()) {
      this.svg.style.setProperty(`--seat-${seat}`, fill);
      this.svg.style.setProperty(`--seat-${seat}-edge`, edge);
      this.svg.style.setProperty(`--seat-${seat}-ink`, ink);
    }
  }

  /** Show who owns what; `mine` are routes that somebody is just naming, for a seat. */
  own(owners, pieces, mine, seat) {
    for (const [route, part] of this.routes) {
      const owner = mine ? (mine.has(route) ? seat : owners[route] === seat ? null : owners[route]) : owners[route];
      if (part.dataset.owner !== (owner ?? undefined)?.toString()) this.claim(part, owner);
    }
    this.pieces?.replaceChildren(...pieces.map((piece) => this.piece(piece)));
  }

  claim(part, owner) {
    const cue = part.querySelector(".cue");
    if (owner === null || owner === undefined) {
      part.removeAttribute("data-owner");
      if (cue) cue.textContent = cue.dataset.letter ?? "";
    } else {
      part.dataset.owner = owner;
      if (cue) cue.textContent = String(owner + 1);
    }
  }

  piece({ what, seat, city }) {
    const { x, y } = this.cities.get(city).dataset;
    const number = draw("text", { class: "on", x, y: Number(y) + 5, style: `fill: var(--seat-${seat}-ink)` });
    number.textContent = String(seat + 1);
    const group = draw("g", { style: `color: var(--seat-${seat}); stroke: var(--seat-${seat}-edge)` });
    group.append(draw("use", { href: `#ttrn-${what}`, x, y }), number);
    return group;
  }

  /** Mark the route that was claimed last. */
  last(route) {
    for (const [index, part] of this.routes) part.toggleAttribute("data-last", index === route);
  }

  /** Show what can be tapped: choices whose value is the number of a route or of a city. */
  offer(choices) {
    this.offered = choices;
    this.current = null;
    const by = (kind) => new Map(choices.filter((choice) => choice.kind === kind).map((choice) => [choice.value, choice]));
    for (const [kind, parts] of [["route", this.routes], ["city", this.cities]]) {
      const open = by(kind);
      for (const [index, part] of parts) {
        // What stays as it is costs nothing to paint.
        if (open.has(index) || part.hasAttribute("role")) this.open(part, open.get(index));
      }
    }
    // The Tab key comes to the board once; arrows go on from there.
    this.partOf(this.first)?.setAttribute("tabindex", "0");
    this.svg.classList.toggle("choosing", choices.length > 0);
    this.svg.classList.toggle("choosing-city", choices.some((choice) => choice.kind === "city"));
  }

  open(part, choice) {
    part.classList.toggle("open", Boolean(choice));
    part.classList.toggle("sure", Boolean(choice?.sure));
    part.classList.remove("current");
    if (choice) {
      part.setAttribute("role", "button");
      part.setAttribute("tabindex", "-1");
      part.setAttribute("aria-label", this.words(choice));
      part.dataset.tap = choice.tap;
    } else {
      for (const name of ["role", "tabindex", "aria-label", "data-tap"]) part.removeAttribute(name);
    }
  }

  words(choice) {
    return choice.kind === "route" ? this.data.routes[choice.value].words : choice.text;
  }

  /** Return points along a route or of a city, in the units of the picture. */
  pointsOf(kind, index) {
    const key = `${kind} ${index}`;
    if (!this.points.has(key)) {
      let found;
      if (kind === "city") {
        const { x, y } = this.cities.get(index).dataset;
        found = [[Number(x), Number(y)]];
      } else {
        const line = this.routes.get(index).querySelector(".line");
        const length = line.getTotalLength();
        found = Array.from({ length: SAMPLES }, (_, nth) => {
          const point = line.getPointAtLength((length * (nth + 0.5)) / SAMPLES);
          return [point.x, point.y];
        });
      }
      this.points.set(key, found);
    }
    return this.points.get(key);
  }

  middle(choice) {
    const points = this.pointsOf(choice.kind, choice.value);
    return points[Math.floor(points.length / 2)];
  }

  /** Return how far from a point on the screen something is, in CSS pixels. */
  distance(kind, index, point, scale) {
    return Math.min(...this.pointsOf(kind, index).map(([x, y]) => Math.hypot(x - point.x, y - point.y))) * scale;
  }

  tapped(event) {
    // A screen reader taps an element, and no place on the screen.
    const named = !event.clientX && !event.clientY && this.choiceOf(event.target);
    if (named) {
      this.choose([named]);
      return;
    }
    const matrix = this.svg.getScreenCTM();
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
    const near = this.offered
      .map((choice) => ({ choice, distance: this.distance(choice.kind, choice.value, point, matrix.a) }))
      .filter(({ distance }) => distance < FINGER)
      .sort((one, other) => one.distance - other.distance);
    const [away, closed] = this.nearestClosed(point, matrix.a);
    if (away < FINGER / 2 && (!near.length || away + APART < near[0].distance)) {
      this.missed(closed);
    } else if (near.length && (near.length === 1 || near[1].distance - near[0].distance > APART)) {
      this.choose([near[0].choice]);
    } else if (near.length) {
      this.choose(near.slice(0, 6).map(({ choice }) => choice));
    }
  }

  /** Return the route nearest to a point that is not offered, where routes are what is asked for, and how far it is. */
  nearestClosed(point, scale) {
    const open = new Set(this.offered.filter((choice) => choice.kind === "route").map((choice) => choice.value));
    if (this.offered.length && !open.size) return [Infinity];
    const closed = [...this.routes.keys()].filter((index) => !open.has(index));
    const found = closed.map((index) => [this.distance("route", index, point, scale), index]);
    return found.sort((one, other) => one[0] - other[0])[0] ?? [Infinity];
  }

  get first() {
    return this.offered.find((choice) => choice.sure) ?? this.offered[0];
  }

  /** Go to the next thing that can be tapped, by an arrow key. */
  move(key) {
    let next = null;
    if (!this.current) {
      next = this.first;
    } else if (key in DIRECTIONS) {
      const [dx, dy] = DIRECTIONS[key];
      const [x, y] = this.middle(this.current);
      let best = Infinity;
      for (const choice of this.offered) {
        const [cx, cy] = this.middle(choice);
        const along = (cx - x) * dx + (cy - y) * dy;
        const aside = Math.abs((cx - x) * dy) + Math.abs((cy - y) * dx);
        // Two tracks side by side have nearly the same middle: both must be reached.
        if (choice !== this.current && along > 0.01 && along + 2 * aside < best) {
          best = along + 2 * aside;
          next = choice;
        }
      }
    }
    this.partOf(next ?? this.current)?.focus(); // so that it is told
  }

  goTo(choice) {
    if (!choice || choice === this.current) return;
    this.partOf(this.current)?.classList.remove("current");
    this.current = choice;
    this.partOf(choice).classList.add("current");
    this.partOf(choice).scrollIntoView({ block: "nearest", inline: "nearest" });
  }

  choiceOf(part) {
    const tap = this.svg.contains(part) && part.closest("[data-tap]")?.dataset.tap;
    return this.offered.find((choice) => choice.tap === tap);
  }

  partOf(choice) {
    return choice && (choice.kind === "route" ? this.routes : this.cities).get(choice.value);
  }
}
