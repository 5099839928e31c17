// The replay: which turn of which line is shown, and the ways to get elsewhere.

const PATIENCE = 400; // milliseconds of rest before the turn stands in the address and the server is told of it

const LEAVING = ["pointerdown", "pagehide"];
const GAP = 14; // pixels between the boxes
const LEAST_BOARD = 220; // pixels: on the lowest of screens a board is not made smaller than that

class Replay {
  constructor(root) {
    this.root = root;
    this.parts = {};
    for (const part of root.querySelectorAll("[data-part]")) this.parts[part.dataset.part] = part;
    this.buttons = new Map([...root.querySelectorAll("[data-go]")].map((button) => [button.dataset.go, button]));
    for (const [where, button] of this.buttons) button.addEventListener("click", (event) => this.press(where, event.shiftKey));
    this.parts.slider.addEventListener("input", () => this.go(Number(this.parts.slider.value)));
    this.chart = new Chart(this.parts.chart, (index) => this.go(index), this.parts.hint);
    this.winning = new Winning(this.parts.winning, (index) => this.go(index), this.parts.hint);
    this.onKey = (event) => this.key(event);
    document.addEventListener("keydown", this.onKey);
    // Whoever leaves, by a link or with F5, leaves from the turn that is shown, rested on or not.
    this.onLeave = (event) => event.composedPath().includes(this.root) || this.settle();
    for (const name of LEAVING) addEventListener(name, this.onLeave, true);
    this.onBack = () => this.back();
    addEventListener("popstate", this.onBack);
    this.resized = new ResizeObserver(() => this.fit());
    for (const part of [root.querySelector(".replay"), root.querySelector(".controls")]) this.resized.observe(part);
    this.onResize = () => this.fit();
    addEventListener("resize", this.onResize);
    this.shown = "";
    this.timer = null;
    this.debounce = null;
  }

  stop() {
    document.removeEventListener("keydown", this.onKey);
    for (const name of LEAVING) removeEventListener(name, this.onLeave, true);
    removeEventListener("popstate", this.onBack);
    removeEventListener("resize", this.onResize);
    this.resized.disconnect();
    this.chart.stop();
    this.winning.stop();
    this.panel?.stop();
    clearTimeout(this.timer);
    clearTimeout(this.debounce);
  }

  // --- what the server sends -----------------------------------------------------------------------------------------

  /** Show a film; the same one again changes nothing but what is told beside it.
   *
   * The turn is the reader's: the one that the server names is where a game is opened, and never where it goes on. What
   * it sends later answers what it was told earlier, and the reader may be further on by then.
   */
  take({ data, setStateValue }) {
    this.tell = setStateValue;
    this.inferred = data.inferred ?? null;
    this.chances = data.chances ?? null;
    if (data.key !== this.shown) this.open(data);
    this.theme();
    this.fit();
    this.showSeats();
    this.report();
  }

  open(data) {
    const { film } = data;
    const turn = this.shown && data.game === this.game ? this.path[this.index].frame.n : data.turn; // another view of it
    this.shown = data.key;
    this.game = data.game;
    this.address = new Address(this.game);
    this.film = film;
    this.alone = Boolean(data.alone); // there is no server to ask
    this.lines = unfold(film);
    this.leaving = branchesOf(this.lines);
    this.pause();
    const section = this.root.querySelector(".replay");
    data.paints.forEach(([fill, edge, ink], seat) => {
      section.style.setProperty(`--seat-${seat}`, fill);
      section.style.setProperty(`--seat-${seat}-edge`, edge);
      section.style.setProperty(`--seat-${seat}-ink`, ink);
    });
    section.classList.toggle("boardless", !film.routes.length);
    // Of a record without turns there is a board to be seen, or a score sheet, but nothing to replay.
    this.still = film.lines.length === 1 && film.lines[0].frames.length === 1;
    section.classList.toggle("still", this.still);
    section.classList.toggle("ended", film.level === "board");
    section.classList.toggle("sheet-only", ["result", "sheet"].includes(film.level) || (film.level === "board" && !film.routes.length));
    this.arrange(section, data);
    const point = (...ticket) => this.point(...ticket);
    const enter = (line) => this.enter(line);
    this.parts.map.replaceChildren();
    this.board = film.routes.length
      ? new Board(this.parts.board, data.svg, film)
      : new Table(this.parts.board, this.parts.map, data.svg, film);
    this.now = new Now(this.parts.now, film, enter, () => this.leave());
    this.supply = new Supply(this.parts.supply);
    this.seats = new Seats(this.parts.seats, film, point);
    this.turns = new Turns(this.parts.turns, (index) => this.go(index), enter);
    this.sheet = new Sheet(this.parts.sheet, film, () => this.light(), point);
    this.panel?.stop();
    this.panel = new Panel({ root: section, parts: this.parts, buttons: this.buttons, film, ask: data.ask ?? null, board: this.board });
    show(this.parts.supply, film.routes.length > 0);
    const main = this.lines[0].frames;
    this.last = main[main.length - 1].n;
    this.follow(0);
    const begin = this.indexOf(turn);
    this.told = this.spotOf(this.path[begin]); // nobody need be told where we begin
    this.go(begin);
  }

  /** Put chart and list where there is room: beside a board that is higher than wide, or below few players. */
  arrange(section, { film, svg }) {
    const [, , width, height] = /viewBox="([^"]*)"/.exec(svg)?.[1].split(" ").map(Number) ?? [0, 0, 1, 0];
    const tall = film.routes.length > 0 && height > width;
    section.classList.toggle("tall", tall);
    section.style.setProperty("--ratio", String(width / height || 1));
    const [main, side] = section.querySelectorAll(".column");
    (tall ? side : main).append(section.querySelector(".scores"));
    (tall ? side : main).append(this.parts.map);
    (tall || !film.routes.length || film.players.length <= 3 ? side : main).append(this.parts.turns);
    put(this.parts.caption, film.routes.length ? "Points on the board; dashed: the total if the game ended there; ▼ the lead changes." : "Points of the tickets that could be completed, turn by turn");
  }

  /** Make the board as high as the screen has room for: it, the controls and the turn are seen together. */
  fit() {
    const section = this.root.querySelector(".replay");
    const stacked = getComputedStyle(section.querySelector(".column")).display === "contents";
    let top = section.getBoundingClientRect().top;
    for (let box = this.root.host; box; box = box.parentElement) top += box.scrollTop;
    const below = [section.querySelector(".controls"), ...(stacked ? [this.parts.now] : [])];
    const room = innerHeight - top - below.reduce((sum, part) => sum + part.offsetHeight + GAP, 0) - GAP / 2;
    section.style.setProperty("--room", `${Math.max(LEAST_BOARD, Math.floor(room))}px`);
  }

  theme() {
    const color = getComputedStyle(this.root.querySelector(".replay")).getPropertyValue("--st-background-color");
    const dark = isDark(color);
    this.root.querySelector(".replay").dataset.theme = dark ? "dark" : "light";
    this.board.theme(dark);
  }

  // --- where we are --------------------------------------------------------------------------------------------------

  /** Follow a line: slider, chart and list are of it and of the lines that it leaves. */
  follow(line) {
    this.line = line;
    this.path = pathOf(this.lines, line);
    const over = line === 0 && this.film.end?.over && !this.film.end.seats.some((score) => score.stated);
    this.totals = over ? this.film.end.seats.map((score) => score.total) : null;
    this.parts.slider.max = this.path.length - 1;
    this.ending = endings(this.path, this.film.players);
    this.chart.plot(this.path, this.scores(), this.totals, this.ending);
    show(this.parts.values, Boolean(this.film.values));
    if (this.film.values) {
      this.winning.plot(this.path, this.film.values, this.film.players, this.chart.steps);
      put(this.parts.basis, this.film.values.words);
    }
    this.turns.list(this.path, (spot) => this.branches(spot));
    for (const what of ["blunder", "mistake", "inaccuracy"]) show(this.buttons.get(what), this.path.some(({ frame }) => JUMPS[what](frame)));
    this.index = -1;
  }

  /** Return the points of each seat by turn; where nothing is scored in play, what the tickets would bring now. */
  scores() {
    const worth = (seat) => seat.tickets.reduce((sum, [ticket, needed]) => sum + (needed === 0 ? this.film.tickets[ticket][2] : 0), seat.score);
    const points = this.film.routes.length ? (seat) => seat.score : worth;
    return this.film.players.map((_, seat) => this.path.map(({ frame }) => points(frame.table.seats[seat])));
  }

  branches({ line, index }) {
    return (this.leaving.get(`${line} ${index}`) ?? [])
      .filter((number) => number !== this.line)
      .map((number) => ({ line: number, text: this.lines[number].frames[0].text, comment: this.lines[number].comment }));
  }

  indexOf(turn) {
    if (turn === null || turn === undefined) return this.path.length - 1;
    const found = this.path.findIndex(({ frame }) => frame.n === turn);
    return found >= 0 ? found : turn > this.last ? this.path.length - 1 : 0;
  }

  go(index) {
    const to = Math.max(0, Math.min(this.path.length - 1, index));
    if (to === this.index) return;
    this.index = to;
    const spot = this.path[to];
    const { frame } = spot;
    const end = this.line === 0 && to === this.path.length - 1;
    this.ended = end;
    this.board.show(frame);
    const closing = end ? this.film.closing : [];
    this.now.show({ frame, still: this.still, inside: this.line > 0, last: this.last, branches: this.branches(spot), closing, end: end && this.film.end?.over ? this.film.end : null });
    this.supply.show(frame.table);
    this.showSeats();
    this.chart.show(to);
    if (this.film.values) {
      this.winning.show(to);
      put(this.parts.odds, this.winning.words(to));
    }
    put(this.parts.lead, end && this.film.end?.over ? "" : this.ending.words[to]);
    this.turns.show(to);
    this.sheet.show(end);
    this.panel.show(spot);
    this.light();
    this.parts.slider.value = to;
    this.parts.slider.setAttribute("aria-valuetext", frame.text ?? "setup");
    this.enable();
    this.report();
  }

  showSeats() {
    const { frame } = this.path[this.index];
    const over = this.ended && this.film.end?.over ? this.film.end.seats : [];
    const hidden = frame.table.seats.some(({ hand }) => hand?.includes("?"));
    const asked = this.proving && this.line === 0 && this.inferred?.turn === frame.n;
    const answer = asked && Boolean(this.inferred.hindsight) === Boolean(this.hindsight) ? this.inferred : null;
    this.seats.show(frame, over, answer?.seats);
    this.showChances();
    show(this.parts.hidden, hidden && this.line === 0 && !this.alone);
    show(this.buttons.get("hindsight"), Boolean(this.proving) && frame.n < this.last);
    put(this.parts.proving, !this.proving ? "" : !answer ? "looking …" : answer.seats ? "" : "nothing, or it would take too long");
  }

  /** Write the turn into the address, and tell the server, once the reader rests. */
  report() {
    clearTimeout(this.debounce);
    this.debounce = setTimeout(() => this.settle(), PATIENCE);
  }

  settle() {
    clearTimeout(this.debounce);
    const spot = this.path[this.index];
    if (!this.alone && spot.line === 0) this.address.write(this.still ? null : spot.frame.n);
    const here = this.spotOf(spot);
    if (here === this.told) return;
    this.told = here;
    this.tell("at", { film: this.game, turn: spot.frame.n, line: spot.line, frame: spot.index });
  }

  spotOf({ line, index }) {
    return `${this.game} ${line} ${index}`;
  }

  /** Go to the turn that the address names: with back and forward the reader came to another one of this game. */
  back() {
    if (this.alone || !this.address.isHere()) return;
    this.pause();
    this.follow(0);
    this.go(this.indexOf(this.address.turn()));
  }

  light() {
    // What lights up by itself must not hide the rest of the board; what the reader asks for may.
    if (!this.pointed) this.board.light(this.ended ? this.sheet.tracks() : new Map(), this.sheet.asked);
  }

  /** Ring the cities of a ticket that somebody points at; at the end its tracks light up too. */
  point(ticket, seat, cities = [], routes = null) {
    this.pointed = ticket !== null;
    this.board.ring(cities);
    const score = this.ended && this.pointed ? this.film.end.seats[seat] : null;
    const way = routes ?? score?.tickets.find((result) => result.ticket === ticket)?.routes ?? [];
    if (this.pointed && way.length) this.board.light(new Map(way.map((route) => [route, seat])), true);
    else this.light();
  }

  // --- getting elsewhere ---------------------------------------------------------------------------------------------

  enter(line) {
    this.pause();
    this.follow(line);
    this.go(this.path.length - this.lines[line].frames.length);
  }

  /** Go back to the line that this one leaves, to the turn that was replaced. */
  leave() {
    const { parent, at } = this.lines[this.line];
    if (parent < 0) return;
    this.pause();
    this.follow(parent);
    this.go(this.path.findIndex((spot) => spot.line === parent && spot.index === at));
  }

  /** Return where the next frame of a kind is, or the last one before this; -1 if there is none. */
  nextOf(wanted, back = false) {
    const found = this.path.map(({ frame }, index) => (wanted(frame) ? index : -1)).filter((index) => index >= 0);
    return back ? found.findLast((index) => index < this.index) ?? -1 : found.find((index) => index > this.index) ?? -1;
  }

  press(where, back = false) {
    const asked = { zoom: "zoom", prove: "prove", weigh: "weigh", hindsight: "lookBack" };
    const panel = { panel: "toggle", think: "think", cancel: "cancel" };
    if (where === "play") return this.timer ? this.pause() : this.play();
    if (where in asked) return this[asked[where]]();
    if (where in panel) return this.panel[panel[where]]();
    this.pause();
    if (where in JUMPS) {
      const found = this.nextOf(JUMPS[where], back);
      return found >= 0 && this.go(found);
    }
    const to = { first: 0, back: this.index - 1, forward: this.index + 1, last: this.path.length - 1 };
    return this.go(to[where]);
  }

  /** Ask the server, or no longer, what is proved of hidden hands: only it can find out. */
  prove() {
    this.proving = !this.proving;
    this.buttons.get("prove").setAttribute("aria-pressed", String(this.proving));
    this.tell("prove", this.proving);
    this.showSeats();
  }

  /** Ask the server, or no longer, how likely hidden hands hold what. */
  weigh() {
    this.weighing = !this.weighing;
    this.buttons.get("weigh").setAttribute("aria-pressed", String(this.weighing));
    this.tell("weigh", this.weighing);
    this.showChances();
  }

  showChances() {
    const { frame } = this.path[this.index];
    const answer = this.weighing && this.line === 0 && this.chances?.turn === frame.n ? this.chances : null;
    this.seats.weigh(answer?.seats);
    put(this.parts.weighing, !this.weighing || this.line > 0 ? "" : answer ? answer.reason : "sampling …");
  }

  /** Let what is proved use later turns too, or no longer. */
  lookBack() {
    this.hindsight = !this.hindsight;
    this.buttons.get("hindsight").setAttribute("aria-pressed", String(this.hindsight));
    this.tell("hindsight", this.hindsight);
    this.showSeats();
  }

  zoom() {
    const larger = this.parts.board.classList.toggle("larger");
    this.buttons.get("zoom").setAttribute("aria-pressed", String(larger));
  }

  play() {
    if (this.index === this.path.length - 1) this.go(0);
    const step = () => {
      this.go(this.index + 1);
      if (this.index === this.path.length - 1) this.pause();
      else this.timer = setTimeout(step, Number(this.parts.speed.value));
    };
    this.timer = setTimeout(step, Number(this.parts.speed.value) / 2);
    this.playing(true);
  }

  pause() {
    clearTimeout(this.timer);
    this.timer = null;
    this.playing(false);
  }

  playing(yes) {
    const button = this.buttons.get("play");
    button.setAttribute("aria-pressed", String(yes));
    button.setAttribute("aria-label", yes ? "Pause" : "Play");
    this.parts.now.setAttribute("aria-live", yes ? "off" : "polite"); // nobody could listen that fast
  }

  enable() {
    const at = this.index;
    const last = this.path.length - 1;
    for (const where of ["first", "back"]) this.buttons.get(where).disabled = at === 0;
    for (const where of ["forward", "last"]) this.buttons.get(where).disabled = at === last;
    for (const [what, wanted] of Object.entries(JUMPS)) this.buttons.get(what).disabled = this.nextOf(wanted) < 0 && this.nextOf(wanted, true) < 0;
  }

  key(event) {
    if (this.still || event.ctrlKey || event.altKey || event.metaKey || event.defaultPrevented || !this.root.host?.isConnected) return;
    const where = KEYS[event.key] ?? KEYS[event.key.toLowerCase()];
    if (event.key === "Escape" && this.line > 0 && !isTyping(event)) this.leave();
    if (!where || isTyping(event)) return;
    if (event.key === " " && event.composedPath()[0]?.closest?.("button")) return; // the button itself is pressed
    event.preventDefault();
    this.press(where, event.shiftKey);
  }
}

const running = new WeakMap();

export default function replay(component) {
  const root = component.parentElement;
  if (!running.has(root)) running.set(root, new Replay(root));
  const found = running.get(root);
  found.take(component);
  return () => {
    found.stop();
    running.delete(root);
  };
}
