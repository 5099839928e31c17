// The recorder: one record under way, a question and its answer at a time. It knows no rules: it asks an adapter.

import { BeginForm } from "./begin.js";
import { BoardView } from "./board_view.js";
import { arrange, button, make } from "./dom.js";
import { drafts, keptDraft, newDraft, removeDraft, step, storeWords } from "./draft.js";
import { listen } from "./keyboard.js";
import { openMenu } from "./menu.js";
import { choicesPanel, narrowPanel } from "./question.js";
import { chip, handRow, problemList, recordLines, scoreForm, scoreTable, seatStrip } from "./tables.js";

const TYPING = 350; // milliseconds after the last key until the text is read
const IDLE = 400; // milliseconds after the last tap until cures are looked for
const STATEMENT = /^(deal|keep|market|complete|routes|stations|reveal)\b/;
const HOW = { replace: "Correcting", insert: "Inserting before" };

export class Recorder {
  constructor(root, adapter) {
    this.root = root;
    this.adapter = adapter;
    this.queue = Promise.resolve();
    this.boards = new Map();
    listen(this);
    addEventListener("hashchange", () => this.start());
    addEventListener("beforeunload", (event) => { if (this.draft?.writing) event.preventDefault(); });
  }

  /** Ask one after the other: a tap that comes while another is answered waits for it. */
  then(work) {
    this.queue = this.queue.then(work).catch((error) => this.complain(error.message ?? String(error)));
    return this.queue;
  }

  /** Show the draft that the address names, else the first screen. */
  start() {
    return this.then(async () => {
      const id = /draft=([0-9a-f]+)/.exec(location.hash)?.[1];
      if (id && id === this.draft?.game.id) return;
      const kept = id ? await keptDraft(id).catch(() => null) : null;
      if (!kept) {
        await this.showBegin();
        return;
      }
      kept.now.answer = await this.adapter.ask(kept.now.asked);
      await this.open(kept);
    });
  }

  async showBegin() {
    this.draft = null;
    delete this.root.dataset.step;
    const games = await drafts().catch(() => []);
    const form = new BeginForm(await this.adapter.boards(), games, {
      begin: (wanted) => this.begin(wanted),
      resume: (id) => { location.hash = `draft=${id}`; },
      remove: (id) => removeDraft(id).catch((error) => this.complain(storeWords(error))),
    });
    this.root.replaceChildren(form.element);
  }

  /** Begin a record; return what is wrong, in words. */
  async begin(wanted) {
    try {
      const answer = await this.adapter.ask({ begin: wanted });
      if (answer.error) return answer.error;
      await this.then(() => this.open(newDraft(answer.text, answer)));
      return null;
    } catch (error) {
      return error.message;
    }
  }

  async open(draft) {
    this.draft = draft;
    this.lay();
    const { answer } = draft.now;
    if (!answer.board) {
      this.editing = true; // a text that cannot be read: the editor is the way
    } else {
      await this.showBoard(answer.board);
    }
    history.replaceState(null, "", `#draft=${draft.game.id}`);
    this.show();
    this.keep();
  }

  /** Make the places of the page. */
  lay() {
    this.chosen = null;
    this.narrowed = null;
    this.typing = null;
    this.editing = false;
    this.readableAnswer = null;
    this.explained = new Map(); // problems as a tap finds them, and with their cures
    this.view = null;
    const part = (tag, attributes) => make(tag, attributes);
    this.parts = {
      title: part("h1.title"),
      undo: button(".icon", "↶", () => this.undo(), { "aria-label": "Undo", title: "Undo (u)" }),
      redo: button(".icon", "↷", () => this.redo(), { "aria-label": "Redo", title: "Redo (Ctrl+Y)" }),
      seats: part("div.seats", { role: "group", "aria-label": "Players" }),
      notice: part("div.notice", { role: "status" }),
      board: part("div.board"),
      zoom: button(".icon", "⊕", () => this.zoom(), { "aria-label": "Larger board", "aria-pressed": "false" }),
      question: part("section.question", { "aria-label": "Question" }),
      hand: part("div.hand"),
      problems: part("div.problems", { role: "list", "aria-label": "Problems" }),
      lines: part("div.lines"),
      editor: part("textarea.editor", { "aria-label": "Text of the record", spellcheck: "false", rows: "14", hidden: true }),
      edit: button(".small", "Edit the text", () => this.toggleEditor()),
      score: part("section.score", { "aria-label": "Scores" }),
      complaint: part("p.error", { role: "alert", hidden: true }),
      said: part("p.unseen", { "aria-live": "polite" }),
    };
    const p = this.parts;
    p.editor.addEventListener("input", () => this.typed());
    this.root.replaceChildren(
      make("header.top", {}, button(".icon", "☰", () => openMenu(this), { "aria-label": "Menu" }), p.title, p.zoom, p.undo, p.redo),
      p.seats,
      make("div.columns", {},
        make("div.column", {}, p.board, p.hand),
        make("div.column", {},
          p.notice, p.complaint, p.question, p.score, p.problems,
          make("section.record", { "aria-label": "Record" },
            make("div.record-head", {}, make("h2", {}, "Record"), p.edit), p.lines, p.editor))),
      p.said,
    );
  }

  zoom() {
    const large = this.parts.board.classList.toggle("larger");
    this.parts.zoom.textContent = large ? "⊖" : "⊕";
    this.parts.zoom.setAttribute("aria-pressed", String(large));
  }

  async showBoard(name) {
    if (this.data?.name !== name || !this.view) {
      if (!this.boards.has(name)) this.boards.set(name, await this.adapter.board(name));
      this.data = this.boards.get(name);
      this.parts.board.hidden = this.parts.zoom.hidden = !this.data.svg;
      this.view = this.data.svg
        ? new BoardView(this.parts.board, this.data, {
            choose: (choices) => this.meant(choices),
            missed: (route) => this.missed(route),
          })
        : null;
    }
  }

  // --- asking -------------------------------------------------------------------------------------------------------

  get asked() {
    return this.draft.now.asked;
  }

  /** Return the answer that is shown: of a text that cannot be read, the table of the last one that could be. */
  get answer() {
    return this.readable(this.draft.now.answer);
  }

  readable(answer) {
    if (answer.board) {
      this.readableAnswer = answer;
      return answer;
    }
    const empty = { seats: [], turns: [], statements: [], owners: [], pieces: [], question: { text: "", choices: [] }, next: {}, end: null };
    const table = this.readableAnswer ?? empty;
    return { ...table, text: answer.text, problems: answer.problems ?? [], question: { text: "", choices: [] }, broken: true };
  }

  /** Ask, and come to the step that the answer leads to. */
  async go(asked, { replace = false, ...more } = {}) {
    const answer = await this.adapter.ask({ ...asked, ...more });
    if (answer.error) {
      this.complain(answer.error);
      return false;
    }
    const next = answer.text === asked.text ? asked : step(answer.text);
    await this.draft.writing?.catch(() => {}); // so that a browser that is killed loses one tap at most
    this.complain("");
    if (replace) this.draft.replace(next, answer);
    else this.draft.add(next, answer);
    this.chosen = null;
    this.narrowed = null;
    if (answer.board) await this.showBoard(answer.board);
    this.show();
    this.say(`${answer.line ? `Recorded: ${answer.line}. ` : ""}${this.parts.question.querySelector("h2").textContent}`);
    this.keep();
    return true;
  }

  tap(tap) {
    this.complain("");
    return this.then(async () => {
      if (!this.answer.question.choices.some((choice) => choice.tap === tap)) return;
      await this.go({ ...this.asked, taps: [...this.asked.taps, tap] });
    });
  }

  /** A finger on the board means one of these. */
  meant(choices) {
    if (choices.length === 1) {
      this.tap(choices[0].tap);
      return;
    }
    this.narrowed = choices;
    this.showQuestion(this.answer);
    this.parts.question.querySelector("button")?.focus();
  }

  /** A finger is on a route that is not offered. */
  missed(route) {
    const { words } = this.data.routes[route];
    const owner = this.answer.owners[route];
    const taken = owner === null || owner === undefined ? "cannot be claimed now" : `belongs to ${this.answer.seats[owner].name}`;
    if (this.asked.taps.length || this.asked.line !== null || this.answer.over) return;
    this.narrowed = [{ tap: "claim", more: [`claim ${route}`], kind: "number", value: "", text: "Record it anyway", sure: true, anyway: true }];
    this.showQuestion(this.answer, `${words}: ${taken}.`);
  }

  /** Ask for a turn as it was played, whatever the rules say. */
  anyway(...taps) {
    this.complain("");
    return this.then(() => this.go({ ...this.asked, taps, anyway: true }));
  }

  /** Record for somebody else than the one whose turn it is. */
  choosePlayer(id) {
    return this.then(() => this.go({ ...this.asked, taps: [], player: id, line: null }));
  }

  write(line) {
    return this.then(async () => {
      if (await this.go({ ...this.asked, taps: [], anyway: false }, { typed: line })) this.typing = null;
    });
  }

  writeAll(lines) {
    for (const line of lines) this.write(line);
  }

  setTags(tags) {
    return this.then(() => this.go(step(this.asked.text), { tags }));
  }

  /** Count no cards any more, and tell what is on the final board. */
  scoreNow() {
    return this.then(async () => {
      const { level, turns, text } = this.answer;
      if (level !== "claims" && turns.length) await this.go(step(text), { tags: { Level: "claims", View: "" } });
      if (!/^finished/m.test(this.asked.text)) await this.go(step(this.asked.text), { typed: "finished" });
    });
  }

  act(how, turn) {
    return this.then(() =>
      how === "delete"
        ? this.go(step(this.asked.text, { at: turn.number }), { delete: true })
        : this.go(step(this.asked.text, { at: turn.number, how, player: turn.player })));
  }

  /** Correct or delete a line that is no turn; one that no taps make is typed. */
  actOnLine(how, { line, tap }) {
    return this.then(async () => {
      if (how === "delete") return this.go(step(this.asked.text, { line }), { delete: true });
      if (tap) return this.go(step(this.asked.text, { line }));
      this.draft.add(step(this.asked.text, { line }), { ...this.answer, line: undefined });
      this.chosen = null;
      this.typing = this.asked.text.split("\n")[line - 1].trim();
      return this.show();
    });
  }

  cure(one) {
    return this.then(() => this.go(step(this.asked.text), { cure: one }));
  }

  cancel() {
    if (this.narrowed || this.typing !== null) {
      this.narrowed = null;
      this.typing = null;
      this.showQuestion(this.answer);
      if (this.asked.line !== null) this.then(() => this.go(step(this.asked.text)));
    } else if (this.begun) {
      this.then(() => this.go(step(this.asked.text)));
    }
  }

  /** Whether something is asked that can be cancelled. */
  get begun() {
    const { taps, at, player, line, anyway } = this.asked;
    return Boolean(taps.length || at !== null || player || line !== null || anyway);
  }

  undo() {
    return this.then(() => this.move(this.draft.back()));
  }

  redo() {
    return this.then(() => this.move(this.draft.forth()));
  }

  async move(to) {
    if (!to) return;
    if (!to.answer) to.answer = await this.adapter.ask(to.asked);
    this.chosen = null;
    this.narrowed = null;
    this.typing = null;
    this.complain("");
    if (to.answer.board) await this.showBoard(to.answer.board);
    this.show();
    this.keep();
  }

  // --- the text -----------------------------------------------------------------------------------------------------

  toggleEditor() {
    this.editing = !this.editing;
    this.show();
    if (this.editing) this.parts.editor.focus();
  }

  typed() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      const text = this.parts.editor.value;
      const again = this.typedStep && this.typedStep === this.draft.now;
      this.then(async () => {
        if (text === this.asked.text) return;
        await this.go(step(text), { replace: again });
        this.typedStep = this.draft.now;
      });
    }, TYPING);
  }

  /** Keep the step in the browser. */
  keep() {
    const { answer } = this;
    const names = answer.seats.map((seat) => seat.name).join(", ");
    const title = `${this.data?.title ?? "A record"}: ${names}`;
    const state = answer.problems.length ? "problems" : answer.over ? "sound" : "draft";
    delete this.root.dataset.kept;
    this.draft.keep(title, state).then(
      () => { this.root.dataset.kept = "yes"; },
      (error) => this.complain(storeWords(error)),
    );
  }

  // --- showing ------------------------------------------------------------------------------------------------------

  complain(words) {
    const place = this.parts?.complaint;
    if (!place?.isConnected) {
      if (words) this.root.replaceChildren(make("p.error", { role: "alert" }, words), button("", "Try again", () => this.start()));
      return;
    }
    place.textContent = words;
    place.hidden = !words;
  }

  /** Return a text with the name of a player in place of the id. */
  named(text, id) {
    const seat = this.answer.seats.find((one) => one.id === id);
    return seat ? text.split(" ").map((word) => (word.replace(/\W$/, "") === id ? word.replace(id, seat.name) : word)).join(" ") : text;
  }

  say(words) {
    this.parts.said.textContent = words;
  }

  get paints() {
    const taken = this.answer.seats.map((seat) => seat.color);
    const free = this.data.colors.filter((color) => !taken.includes(color));
    return this.answer.seats.map((seat) => this.data.paints[seat.color] ?? this.data.paints[free.shift()] ?? Object.values(this.data.paints)[0]);
  }

  show() {
    const { answer, asked, parts: p } = this;
    const focused = p.question.contains(document.activeElement) || p.board.querySelector(":focus-visible");
    p.title.textContent = answer.over ? (answer.turns.length ? "The game is over" : "The final board") : answer.next.number ? `Turn ${answer.next.number}` : "Record";
    p.undo.disabled = !this.draft.before();
    p.redo.disabled = !this.draft.canRedo;
    this.root.dataset.level = answer.level ?? "";
    this.root.classList.toggle("broken", Boolean(answer.broken));
    if (this.data) {
      p.seats.replaceChildren(...seatStrip(answer, this.paints, { choose: (id) => this.choosePlayer(id), trains: this.data.trains }));
      p.hand.replaceChildren(...handRow(answer));
    }
    this.showTable(answer, asked);
    this.showNotice(answer, asked);
    this.showQuestion(answer);
    this.explain(answer);
    this.showRecord(answer, asked);
    this.showScore(answer);
    if (focused) p.question.querySelector("button, input, summary")?.focus();
    this.root.dataset.step = String(this.draft.place); // the last thing: it is on the page now
  }

  showTable(answer, asked) {
    if (!this.view) return;
    this.view.paint(this.paints);
    const naming = /^Routes of/.test(answer.question.text);
    const seat = naming ? answer.seats.findIndex((one) => one.id === this.subject(asked)) : -1;
    const mine = naming && new Set(answer.question.choices.filter((one) => one.chosen).map((one) => one.value));
    this.view.own(answer.owners, answer.pieces, mine, seat);
    this.view.last(/^claim /.test(asked.taps[0] ?? "") ? Number(asked.taps[0].slice(6)) : -1);
    this.view.offer(answer.question.choices.filter((choice) => choice.kind === "route" || choice.kind === "city"));
    this.view.svg.classList.toggle("naming", naming || asked.anyway); // nearly all routes can be tapped: none shall shine
  }

  showNotice(answer, asked) {
    const words = [];
    if (asked.at !== null) words.push(`${HOW[asked.how]} turn ${asked.at}`);
    if (asked.line !== null) words.push(`Correcting “${answer.text.split("\n")[asked.line - 1].trim()}”`);
    if (answer.scoring && !asked.taps.length) words.push("The tickets are scored, then the game goes on");
    if (answer.last_turns && !answer.over) {
      words.push(answer.last_turns === 1 ? "The last turn of the game" : `The last round: ${answer.last_turns} turns to come`);
    }
    if (answer.broken) words.push("The text cannot be read: the board shows the last one that could be");
    this.parts.notice.replaceChildren(words.join(" · "));
    this.parts.notice.hidden = !words.length;
  }

  showQuestion(answer, told = "") {
    const { asked, parts: p } = this;
    const choices = answer.question.choices;
    const about = answer.seats.some((one) => one.id === this.subject(asked)) ? this.subject(asked) : null;
    const subject = about ?? answer.next.player;
    const seat = answer.seats.findIndex((one) => one.id === subject);
    const asking = this.named(this.named(answer.question.text, subject), answer.next.player);
    const text = this.narrowed ? (told ? "Against the rules?" : "Which one?") : asking || this.closing(answer);
    const begun = this.begun || this.narrowed || this.typing !== null;
    const first = !answer.turns.length && !asked.taps.length && answer.phase === "turn" && answer.level !== "board" && !answer.end;
    const words = (choice) => (choice.kind === "route" ? this.data.routes[choice.value].words : this.named(choice.text, choice.value));
    const shared = { tap: (tap) => this.tap(tap), words };
    const body = this.typing !== null
      ? [this.typeForm(told)]
      : this.narrowed
        ? narrowPanel(this.narrowed, { ...shared, told, anyway: (...taps) => this.anyway(...taps), back: () => this.cancel() })
        : choicesPanel(choices, { ...shared, first, scoring: answer.scoring, opened: !this.view, claims: Boolean(answer.end) && !answer.over, market: asked.taps.length ? "" : answer.market });
    const others = this.typing === null && !this.narrowed && !answer.broken && (asked.anyway ? !asked.taps.length : !asked.taps.length && asked.line === null);
    p.question.replaceChildren(
      make("div.question-head", {},
        seat >= 0 && (about || !answer.over) && answer.question.text ? chip(seat, this.paints) : null,
        make("h2", {}, text),
        begun ? button(".icon", "✕", () => this.cancel(), { "aria-label": "Cancel", title: "Cancel (Escape)" }) : null),
      ...body,
      others && !asked.anyway ? button(".quiet.else", "Something else …", () => this.anyway()) : "",
      others && asked.anyway ? button(".quiet.else", "Type it …", () => { this.typing = ""; this.showQuestion(this.answer); }) : "",
    );
    p.question.querySelector("form input")?.focus();
  }

  /** Return the player whom a line is about that is no turn. */
  subject(asked) {
    const begun = asked.line === null ? asked.taps[0] : this.answer.statements?.find((one) => one.line === asked.line)?.tap;
    return begun?.split(" ")[1];
  }

  closing(answer) {
    if (answer.broken) return "";
    if (!answer.over || !answer.turns.length) return answer.end ? "What is on the final board?" : "";
    const left = answer.question.choices.some((choice) => choice.tap.startsWith("reveal "));
    return left ? "Which tickets do the players reveal?" : "Compare it with the table’s own count";
  }

  /** A line as somebody types it: what no rule allows can be recorded too. */
  typeForm(told) {
    const field = make("input", { value: this.typing, "aria-label": "What happened", autocapitalize: "none", autocomplete: "off", placeholder: "claim SEA-POR R" });
    return make("form.typed", { onsubmit: (event) => { event.preventDefault(); this.typing = field.value; this.write(field.value); } },
      told ? make("p", {}, told) : null,
      make("label", {}, "What happened, in the words of the notation; a turn against the rules is recorded as it was played, and marked:", field),
      make("div.choices", {}, make("button.primary", { type: "submit" }, "Record it anyway")));
  }

  showRecord(answer, asked) {
    const p = this.parts;
    p.edit.textContent = this.editing ? "Close the editor" : "Edit the text";
    p.lines.hidden = this.editing;
    p.editor.hidden = !this.editing;
    if (this.editing) {
      if (p.editor.value !== answer.text && document.activeElement !== p.editor) p.editor.value = answer.text;
      if (this.typedStep !== this.draft.now && document.activeElement === p.editor && !this.timer) p.editor.value = answer.text;
    } else {
      const turn = STATEMENT.test(asked.taps[0] ?? "") || asked.line !== null ? "" : `${asked.at ?? answer.next.number}. ${answer.next.player} `;
      const pending = asked.taps.length ? `${turn}${asked.taps.join(" ")} …` : "";
      arrange(p.lines, recordLines(answer, {
        chosen: this.chosen,
        pending,
        choose: (line) => { this.chosen = line; this.showRecord(this.answer, this.asked); },
        act: (how, turn) => this.act(how, turn),
        actOnLine: (how, statement) => this.actOnLine(how, statement),
      }));
      if (this.chosen === null) p.lines.scrollTop = p.lines.scrollHeight;
    }
    this.showProblems(answer.problems);
  }

  showProblems(problems) {
    this.parts.problems.hidden = !problems.length;
    this.parts.problems.replaceChildren(...problemList(problems, {
      visit: (number) => {
        const turn = this.answer.turns.find((one) => one.number === number);
        if (turn) this.act("replace", turn);
      },
      cure: (one) => this.cure(one),
    }));
  }

  /** Look for cures of what is wrong, when nobody taps for a while: it takes long, and is done once. */
  explain(answer) {
    clearTimeout(this.explaining);
    if (!answer.problems.length || answer.broken) return;
    const key = (problems) => problems.map((one) => `${one.line} ${one.rule} ${one.message}`).join("\n");
    const found = key(answer.problems);
    const { now } = this.draft;
    const known = this.explained.get(found);
    if (known) {
      answer.problems = known;
      return;
    }
    this.explaining = setTimeout(() => this.then(async () => {
      if (this.draft?.now !== now) return;
      const { problems } = await this.adapter.ask({ text: now.asked.text, explain: true });
      if (!problems) return;
      this.explained.set(found, problems).set(key(problems), problems);
      now.answer.problems = problems;
      this.showProblems(problems);
    }), IDLE);
  }

  showScore(answer) {
    const shown = Boolean(answer.end) && !this.asked.taps.length && (answer.over || /^finished/m.test(answer.text));
    this.parts.score.hidden = !shown;
    const asks = shown && (!answer.turns.length || answer.level === "claims") && !/^score /m.test(answer.text);
    this.parts.score.replaceChildren(
      ...(shown ? [scoreTable(answer, this.paints)] : []),
      ...(asks ? [scoreForm(answer, this.data.components, (lines) => this.writeAll(lines))] : []),
    );
  }
}
