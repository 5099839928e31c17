// The panel of a turn: who is likely to win and with how many points, what luck did, and the best moves that follow.

const REST = 250; // milliseconds on a turn before its moves are asked for

const CAME_UP = {
  blind: "cards drawn blind", market: "cards that came into the market", tunnel: "cards turned over at the tunnel",
  tickets: "the tickets drawn", deal: "a market dealt anew",
};

class Panel {
  /** `ask` is where to ask for moves and luck; null where there is no server. */
  constructor({ root, parts, buttons, film, ask, board }) {
    this.parts = parts;
    this.buttons = buttons;
    this.film = film;
    this.ghosts = new Ghosts(root, board);
    this.looking = ask && new Asking(ask);
    this.thinking = ask && new Asking(ask);
    this.counting = ask && new Asking(ask);
    this.luck = film.values?.luck; // undefined: nobody has asked yet
    this.looked = new Map(); // by spot, what the model says
    this.thought = new Map(); // by spot, what playouts say
    this.pinned = null;
    this.open = buttons.get("panel").getAttribute("aria-expanded") === "true";
    show(parts.panel, Boolean(film.values || ask));
    root.classList.toggle("panelless", parts.panel.hidden);
  }

  stop() {
    clearTimeout(this.timer);
    for (const asking of [this.looking, this.thinking, this.counting]) asking?.cancel();
    this.ghosts.clear();
  }

  /** Open the panel, or close it. */
  toggle() {
    this.open = !this.open;
    this.buttons.get("panel").setAttribute("aria-expanded", String(this.open));
    if (!this.open) this.cancel();
    this.show(this.spot);
  }

  /** Show a spot of the line that is followed; what was asked of another turn is given up, if it takes long. */
  show(spot) {
    if (spot !== this.spot) {
      this.pinned = null;
      this.cancel();
    }
    this.spot = spot;
    show(this.parts.analysis, this.open);
    this.ghosts.clear();
    clearTimeout(this.timer);
    if (!this.open) return;
    this.showStanding();
    this.showMoves();
    if (this.looking) this.timer = setTimeout(() => this.look(), REST);
  }

  // --- how it stands -------------------------------------------------------------------------------------------------

  /** Say who is likely to win after the turn, and what luck had to do with it. */
  showStanding() {
    const { values } = this.film;
    const found = this.standing();
    show(this.parts.standing, Boolean(found));
    const inside = this.looking ? "The model looks at it …" : "What might have been played is judged only where there is a server.";
    put(this.parts.made, found ? this.made() : values ? inside : "Nothing was learnt for games like this one.");
    if (!found) return;
    const { line, index } = this.spot;
    const chances = (line === 0 && this.luck?.[index]) || [];
    const doubt = this.looked.get(this.key)?.doubt;
    const [wins, scores, spread] = found;
    const rows = this.film.players.map(({ name }, seat) => {
      const moved = line === 0 && index ? wins[seat] - values.win[index - 1][seat] : 0;
      const points = `${minus(scores[seat])}${spread ? ` ± ${spread}` : ""}`;
      const lucky = chances.reduce((sum, [, brought]) => sum + brought[seat], 0);
      return make("tr", "", {}, [
        make("th", "", { scope: "row" }, [chip(seat, "chip small"), say("span", "name", name)]),
        make("td", "", {}, [say("b", "", share(wins[seat])), ...(doubt ? [` ± ${tenths(doubt[seat], "")}`] : []), say("span", "quiet moved", moved ? tenths(moved) : "")]),
        say("td", "", points),
        say("td", lucky < 0 ? "unlucky" : lucky > 0 ? "lucky" : "quiet", chances.length ? tenths(lucky) : "–"),
      ]);
    });
    this.parts.standing.tBodies[0].replaceChildren(...rows);
    this.parts.standing.classList.toggle("luckless", line > 0 || (!this.luck && !(this.luck === undefined && this.counting)));
  }

  /** Return wins, points and their spread at the spot; null where they are not known, or not yet. */
  standing() {
    const { line, index } = this.spot;
    const { values } = this.film;
    if (line > 0) return this.looked.get(this.key)?.standing ?? null;
    return values ? [values.win[index], values.score[index], values.spread[index]] : null;
  }

  /** What the spot is known by among answers. */
  get key() {
    return `${this.spot.line} ${this.spot.frame.n}`;
  }

  made() {
    const { values } = this.film;
    const inside = this.spot.line > 0;
    if (this.standing()[2] === 0) return "The game is over: this is its result.";
    const doubt = this.looked.get(this.key)?.doubt ? "wins ± how far they vary from one possible world to the next, " : "";
    const how = `By model ${values.version}, ${inside ? "by what the variation tells" : values.known}; ${doubt}points ± their spread.`;
    if (inside) return how;
    if (this.luck === null) return `${how} Luck can be told only where all cards are known.`;
    if (!this.luck) return this.counting ? `${how} Luck is being counted …` : how;
    const { frame, index } = this.spot;
    const found = new Map();
    for (const [kind, wins] of this.luck[index] ?? []) found.set(kind, (found.get(kind) ?? 0) + wins[frame.seat]);
    const parts = [...found].map(([kind, wins]) => `${CAME_UP[kind] ?? kind} ${tenths(wins)}`);
    const what = parts.length ? `What came up, for ${this.film.players[frame.seat].name}: ${parts.join(", ")}.` : "Nothing came up by chance that mattered.";
    return `${how} Luck, in wins of a hundred, beside all that could have come up. ${what}`;
  }

  // --- the best moves ------------------------------------------------------------------------------------------------

  /** Show the best moves of the next turn, with their ghosts: by playouts where there are any, else by the model. */
  showMoves() {
    show(this.parts.best, Boolean(this.looking));
    if (!this.looking) return;
    const model = this.looked.get(this.key);
    const found = this.thought.get(this.key) ?? model;
    const rows = found?.rows ?? [];
    put(this.parts.mover, rows.length ? `Best moves of ${this.film.players[found.seat].name} now` : "Best moves");
    put(this.parts.how, !found ? "The model looks for them …" : found.error ? `There is no answer: ${found.error}.` : found.none ?? found.how ?? "");
    this.rows = rows;
    this.parts.moves.replaceChildren(...rows.map((row, index) => this.move(row, index, found.seat, model)));
    this.ghosts.show(found?.seat, rows.slice(0, 3));
    this.ghosts.light(this.pinned);
    const focused = ["think", "cancel"].some((name) => this.buttons.get(name) === this.parts.asking.getRootNode().activeElement);
    show(this.parts.asking, rows.length > 0);
    show(this.buttons.get("cancel"), this.thinking.busy);
    show(this.parts.progress, this.thinking.busy);
    this.buttons.get("think").disabled = this.thinking.busy;
    put(this.parts.count, this.thinking.busy ? this.parts.count.textContent : "");
    if (focused) this.buttons.get(this.thinking.busy ? "cancel" : "think").focus({ preventScroll: true });
  }

  move(row, index, seat, model) {
    const rank = index < 3 ? index + 1 : null;
    const badge = rank ? chip(seat, "chip small") : say("span", "chip small none", "·");
    if (rank) put(badge, String(rank));
    const before = row.score === undefined ? model?.rows?.find(({ text }) => text === row.text) : null;
    const more = [
      row.played ? "played" : "",
      row.less[0] > 0 ? `${tenths(row.less[0], "")} ± ${tenths(row.less[1], "")} less than the best` : "",
      row.score === undefined ? "" : `${minus(Math.round(row.score / 10))} points`,
      before ? `by the model ${share(before.win)}` : "",
    ].filter(Boolean).join(" · ");
    const button = make("button", "move", { type: "button", title: row.text, "aria-pressed": String(rank !== null && this.pinned === rank) }, [
      badge, say("span", "what", row.words), say("b", "value", share(row.win)), say("span", "quiet error", `± ${tenths(row.error, "")}`), say("span", "quiet more", more),
    ]);
    const light = (on) => this.ghosts.light(on ? rank : this.pinned);
    for (const name of ["pointerenter", "focus"]) button.addEventListener(name, () => light(true));
    for (const name of ["pointerleave", "blur"]) button.addEventListener(name, () => light(false));
    button.addEventListener("click", () => this.pin(rank));
    return make("li", "", {}, [button]);
  }

  /** Let a move stand out until it is clicked again: nothing is played. */
  pin(rank) {
    this.pinned = this.pinned === rank ? null : rank;
    [...this.parts.moves.querySelectorAll(".move")].forEach((button, index) => button.setAttribute("aria-pressed", String(this.pinned === index + 1)));
    this.ghosts.light(this.pinned);
  }

  // --- asking --------------------------------------------------------------------------------------------------------

  /** Ask what the model says of the turn that is shown, one question after the other: each is short. */
  look() {
    if (this.luck === undefined && !this.counting.busy) {
      this.counting.ask({ luck: true }, (found) => {
        if (!found.end) return;
        this.luck = found.luck ?? null;
        if (this.open) this.showStanding();
      });
    }
    const { key, spot } = this;
    if (this.looking.busy || this.looked.has(key)) return;
    this.looking.ask({ turn: spot.frame.n, line: spot.line, playouts: 0 }, (found) => {
      if (!found.end) return;
      this.looked.set(key, found.moves ?? { error: found.error });
      if (!this.open) return;
      if (this.key !== key) return this.look();
      this.showStanding();
      this.showMoves();
    });
  }

  /** Ask the thinker for the best moves of this turn. */
  think() {
    const { key, spot } = this;
    const playouts = Number(this.parts.playouts.value);
    this.parts.progress.removeAttribute("value");
    put(this.parts.thinking, "The thinker starts …");
    this.thinking.ask({ turn: spot.frame.n, line: spot.line, playouts }, (found) => {
      if (found.waiting) put(this.parts.thinking, "Others ask just now: this one waits for its turn …");
      if (found.of) {
        this.parts.progress.max = found.of;
        this.parts.progress.value = found.done;
        put(this.parts.count, `${found.done} of ${found.of}`);
        put(this.parts.thinking, "The thinker plays on …");
      }
      if (found.moves) this.thought.set(key, { ...found.moves, how: found.moves.how ?? "By the playouts so far; ± the standard error." });
      if (found.end) put(this.parts.thinking, found.error ? `There is no answer: ${found.error}.` : "The thinker has answered.");
      const focused = this.parts.moves.contains(this.parts.moves.getRootNode().activeElement); // it would be lost
      if (found.end || !focused) this.showMoves();
    });
    this.showMoves();
  }

  /** Give up what the thinker is asked; what it has found so far stays. */
  cancel() {
    if (this.thinking?.busy) {
      this.thinking.cancel();
      put(this.parts.thinking, "The thinker was stopped.");
      if (this.open) this.showMoves();
    } else put(this.parts.thinking, "");
  }
}

function share(thousandths) {
  return `${(thousandths / 10).toFixed(1)} %`;
}

function minus(points) {
  return points < 0 ? `−${-points}` : String(points);
}

/** Return thousandths as a number of a hundred, with a sign or without. */
function tenths(thousandths, plus = "+") {
  const text = (Math.abs(thousandths) / 10).toFixed(1);
  return thousandths < 0 ? `−${text}` : `${plus}${text}`;
}
