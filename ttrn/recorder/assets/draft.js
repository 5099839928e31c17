// A record under way: every step from its first line on, so that each can be taken back, and its place in the browser.

import { browserStore } from "./browser_store.js";

const KEPT_ANSWERS = 40;
const KEPT_STEPS = 500; // so many can be taken back after a reload

/** What is asked: a text, the taps since, and where they go. */
export const step = (text, more = {}) => ({ text, taps: [], at: null, how: "append", player: "", line: null, anyway: false, ...more });

/** The steps of one record, and where in them somebody stands. */
export class Draft {
  constructor(game) {
    this.game = game;
    this.steps = [];
    this.place = -1;
    this.whole = false; // whether the first step is the beginning of the record
    this.waiting = null; // what is to be written next
    this.writing = null; // until all of it is on the disk
  }

  get now() {
    return this.steps[this.place];
  }

  get canRedo() {
    return this.place < this.steps.length - 1;
  }

  /** Come to a new step; what was taken back before is forgotten now. */
  add(asked, answer) {
    this.steps.splice(this.place + 1);
    this.steps.push({ asked, answer });
    this.place += 1;
    const old = this.steps[this.place - KEPT_ANSWERS];
    if (old) old.answer = null; // it is asked again if somebody goes back so far
  }

  /** Put another step in the place of this one: somebody is still typing. */
  replace(asked, answer) {
    this.steps.splice(this.place + 1);
    this.steps[this.place] = { asked, answer };
  }

  /** Return the step before, null at the first one; what no step tells of is taken back line by line. */
  before() {
    if (this.place > 0) return this.steps[this.place - 1];
    if (this.whole) return null;
    const { asked } = this.now;
    if (asked.taps.length || asked.at !== null || asked.line !== null) return { asked: step(asked.text), answer: null };
    const shorter = withoutLastLine(asked.text);
    return shorter === null ? null : { asked: step(shorter), answer: null };
  }

  back() {
    const found = this.before();
    if (!found) return null;
    if (this.place > 0) this.place -= 1;
    else {
      this.now.packed = null; // it follows another one now
      this.steps.unshift(found);
    }
    return this.now;
  }

  forth() {
    if (!this.canRedo) return null;
    this.place += 1;
    return this.now;
  }

  /** Keep the step in the browser; while a write is under way only the newest step waits for its turn. */
  keep(title, state) {
    const { asked } = this.now;
    this.waiting = { title, text: asked.text, state, key: "", steps: this.packedSteps(), changed: Date.now() };
    this.writing ??= this.write().finally(() => { this.writing = null; });
    return this.writing;
  }

  /** Return the last steps as lines of text: where it stands in them, the first one, then what each changes. */
  packedSteps() {
    const first = Math.max(0, this.place - KEPT_STEPS);
    const some = this.steps.slice(first, this.place + KEPT_STEPS);
    const lines = some.slice(1).map((one, nth) => (one.packed ??= JSON.stringify(packed(one.asked, some[nth].asked.text))));
    const head = { place: this.place - first, whole: this.whole && !first };
    return [JSON.stringify(head), JSON.stringify(some[0].asked), ...lines].join("\n");
  }

  /** Take up the steps of an earlier visit; a text that was changed elsewhere since is one step more. */
  takeUp({ steps, text }) {
    const [head, first, ...lines] = (steps ?? "").split("\n");
    if (first) {
      Object.assign(this, JSON.parse(head));
      this.steps.push({ asked: JSON.parse(first), answer: null });
      for (const line of lines) this.steps.push({ asked: unpacked(JSON.parse(line), this.steps.at(-1).asked.text), answer: null, packed: line });
    }
    if (this.now?.asked.text !== text) this.add(step(text), null);
  }

  async write() {
    while (this.waiting) {
      const wanted = { ...this.game, ...this.waiting };
      this.waiting = null;
      this.game = await browserStore.put(wanted, this.seen);
      this.seen = this.game.changed;
    }
  }
}

/** Return a step with only what is new in its text; `from` and `to` count what it has in common with the one before. */
function packed({ text, ...rest }, before) {
  const most = Math.min(text.length, before.length);
  let from = 0;
  while (from < most && text[from] === before[from]) from += 1;
  let to = 0;
  while (to < most - from && text.at(-1 - to) === before.at(-1 - to)) to += 1;
  return { ...rest, from, to, more: text.slice(from, text.length - to) };
}

function unpacked({ from, to, more, ...rest }, before) {
  return { ...rest, text: before.slice(0, from) + more + before.slice(before.length - to) };
}

/** Return the text without its last line; null where only tags and players are left. */
function withoutLastLine(text) {
  const lines = text.trimEnd().split("\n");
  const last = lines.pop();
  if (/^\s*(\[|player\s)/.test(last)) return null;
  return `${lines.join("\n").trimEnd()}\n`;
}

/** Return the drafts that the browser has, those changed last first. */
export async function drafts() {
  return (await browserStore.list()).filter((game) => !game.deleted);
}

/** Return a record that begins with this text. */
export function newDraft(text, answer) {
  const draft = new Draft(browserStore.create({ kind: "draft" }));
  draft.whole = true;
  draft.add(step(text), answer);
  return draft;
}

/** Return a draft that the browser has, null if it has none of this name. */
export async function keptDraft(id) {
  const game = await browserStore.get(id);
  if (!game || game.deleted) return null;
  const draft = new Draft(game);
  draft.seen = game.changed;
  draft.takeUp(game);
  return draft;
}

export const storeWords = (error) => browserStore.words(error);
export const removeDraft = (id) => browserStore.remove([id]);
