// The first screen: go on with a record, or begin one.

import { button, make } from "./dom.js";

const LEVELS = {
  claims: ["Claims", "one tap for each route claimed; nobody counts cards"],
  view: ["One player’s view", "every turn; the cards that you see"],
  full: ["Everything", "every turn and every card, played with open hands"],
  board: ["Score only", "tap the routes and tickets on the final board"],
  sheet: ["Score sheet", "what each player scored for what"],
  result: ["Totals", "the final scores only"],
};

/** Return the names of earlier players, from the texts of records. */
function knownNames(games) {
  const found = new Set();
  for (const game of games) {
    for (const [, id, name] of game.text.matchAll(/^player\s+(\w+)(?:\s+"((?:[^"\\]|\\.)*)")?/gm)) {
      found.add((name ?? id).replaceAll(/\\(.)/g, "$1"));
    }
  }
  return [...found].sort();
}

/** The form. `begin` gets what ttrn.recording.begin wants; `resume` and `remove` a draft. */
export class BeginForm {
  constructor(boards, games, { begin, resume, remove }) {
    this.boards = boards;
    this.begin = begin;
    this.players = [];
    this.names = make("datalist", { id: "known-players" }, ...knownNames(games).map((name) => make("option", { value: name })));
    this.list = make("ol.players");
    this.level = make("div.levels", { role: "radiogroup", "aria-label": "How much to record" });
    this.view = make("select", { id: "writer" });
    this.writer = make("div.field", {}, make("label", { for: "writer" }, "Who writes, and whose cards do you see?"), this.view);
    this.rules = make("div.rules");
    this.error = make("p.error", { role: "alert", hidden: true });
    this.boardBox = make("div.boards", { role: "radiogroup", "aria-label": "Board" }, ...boards.map((board) =>
      button(".choice", make("span", {}, board.title, make("small", {}, ` ${board.name}`)), () => this.chooseBoard(board), {
        role: "radio",
        "data-board": board.name,
      })));
    this.addButton = button("", "Add a player", () => this.add(""));
    this.element = make(
      "div.begin",
      {},
      this.earlier(games, resume, remove),
      make("h1", {}, "Record a game"),
      make("form", { onsubmit: (event) => this.submit(event) },
        make("h2", {}, "Board"), this.boardBox,
        make("h2", {}, "Players, in turn order"), this.list, this.addButton,
        make("h2", {}, "How much"), this.level, this.writer,
        make("details", {}, make("summary", {}, "House rules"), this.rules),
        this.error,
        make("div.start", {}, make("button.primary", { type: "submit" }, "Start"))),
      this.names,
    );
    this.wanted = "view";
    this.chooseBoard(boards.find((board) => board.name === "usa") ?? boards[0]);
    this.add("");
    this.add("");
  }

  earlier(games, resume, remove) {
    const some = games.filter((game) => game.text.trim()).slice(0, 6);
    if (!some.length) return null;
    const row = (game) => {
      const found = make("li", {},
        button(".choice.game", make("span", {}, game.name || game.title || "A record", make("small", {}, ` ${new Date(game.changed).toLocaleString()}`)), () => resume(game.id), { "data-draft": game.id }),
        button(".quiet", "✕", () => { remove(game.id); found.remove(); }, { "aria-label": `Delete ${game.name || game.title}` }));
      return found;
    };
    return make("section.earlier", {}, make("h2", {}, "Go on with"), make("ul", {}, ...some.map(row)));
  }

  chooseBoard(board) {
    this.board = board;
    for (const found of this.boardBox.children) found.setAttribute("aria-checked", String(found.dataset.board === board.name));
    if (!board.levels.includes(this.wanted)) this.wanted = "view";
    this.level.replaceChildren(...Object.keys(LEVELS).filter((level) => board.levels.includes(level)).map((level) =>
      button(".choice", make("span", {}, LEVELS[level][0], make("small", {}, ` ${LEVELS[level][1]}`)), () => this.chooseLevel(level), {
        role: "radio",
        "data-level": level,
        "aria-checked": String(level === this.wanted),
      })));
    this.players.splice(board.players[1]);
    this.players.forEach((player) => {
      if (!board.colors.includes(player.color)) player.color = this.freeColor();
    });
    this.showPlayers();
    this.showRules();
    this.chooseLevel(this.wanted);
  }

  /** Show the house rules of a board: those that can be had in several ways as a list, the others to be ticked. */
  showRules() {
    const kept = new Set(this.chosenRules());
    const ticked = ({ word, text }) => make("label.house-rule", {}, make("input", { type: "checkbox", value: word, checked: kept.has(word) }), text);
    const listed = ({ ways, text }) => make("label.house-rule", {}, text, make("select", {},
      make("option", { value: "" }, "as the rulebook says"),
      ...ways.map(([word, words]) => make("option", { value: word, selected: kept.has(word) }, words))));
    this.rules.replaceChildren(...this.board.rules.map((rule) => (rule.ways ? listed(rule) : ticked(rule))));
  }

  chosenRules() {
    return [...this.rules.querySelectorAll("input:checked, select")].map((field) => field.value).filter(Boolean);
  }

  chooseLevel(level) {
    this.wanted = level;
    for (const found of this.level.children) found.setAttribute("aria-checked", String(found.dataset.level === level));
    this.writer.hidden = level !== "view";
  }

  freeColor() {
    const taken = this.players.map((player) => player.color);
    return this.board.colors.find((color) => !taken.includes(color)) ?? "";
  }

  add(name) {
    this.players.push({ name, color: this.freeColor() });
    this.showPlayers();
  }

  showPlayers() {
    const least = this.board.players[0];
    this.addButton.hidden = this.players.length >= this.board.players[1];
    this.list.replaceChildren(...this.players.map((player, index) => this.row(player, index, this.players.length > least)));
    this.showWriters();
  }

  row(player, index, spare) {
    const name = make("input", {
      value: player.name,
      placeholder: `Player ${index + 1}`,
      list: "known-players",
      autocomplete: "off",
      "aria-label": `Name of player ${index + 1}`,
      oninput: () => {
        player.name = name.value;
        this.showWriters();
      },
    });
    const color = make("select", {
      "aria-label": `Colour of player ${index + 1}`,
      onchange: () => {
        const other = this.players.find((one) => one !== player && one.color === color.value);
        if (other) other.color = player.color;
        player.color = color.value;
        this.showPlayers();
      },
    }, ...this.board.colors.map((one) => make("option", { value: one, selected: one === player.color }, one)));
    return make("li", {},
      name, color,
      button(".quiet", "↑", () => this.swap(index), { "aria-label": `Move player ${index + 1} up`, disabled: index === 0 }),
      button(".quiet", "✕", () => { this.players.splice(index, 1); this.showPlayers(); }, { "aria-label": `Remove player ${index + 1}`, disabled: !spare }));
  }

  swap(index) {
    const [moved] = this.players.splice(index, 1);
    this.players.splice(index - 1, 0, moved);
    this.showPlayers();
  }

  showWriters() {
    const before = this.view.options.length > 2 ? this.view.value : "0";
    this.view.replaceChildren(
      ...this.players.map((player, index) => make("option", { value: index }, player.name || `Player ${index + 1}`)),
      make("option", { value: "" }, "nobody’s: I only watch"));
    if ([...this.view.options].some((option) => option.value === before)) this.view.value = before;
  }

  async submit(event) {
    event.preventDefault();
    const today = new Date();
    const two = (number) => String(number).padStart(2, "0");
    const error = await this.begin({
      board: this.board.name,
      players: this.players,
      level: this.wanted,
      view: this.view.value === "" ? null : Number(this.view.value),
      rules: this.chosenRules().join(", "),
      date: `${today.getFullYear()}-${two(today.getMonth() + 1)}-${two(today.getDate())}`,
    });
    this.error.textContent = error ?? "";
    this.error.hidden = !error;
  }
}
