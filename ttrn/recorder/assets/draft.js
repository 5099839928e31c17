// A record under way: every step from its first line on, so that each can be taken back, and its place in the browser.

import { browserStore } from "./browser_store.js";

const KEPT_ANSWERS = 40;

/** What is asked: a text, the taps since, and where they go. */
export const step = (text, more = {}) => ({ text, taps: [], at: null, how: "append", player: "", ...more });

/** The steps of one record, and where in them somebody stands. */
export class Draft {
  constructor(game) {
    this.game = game;
    this.steps = [];
    this.place = -1;
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

  /** return the step before, null at the first one; after a reload those are made from the lines of the text. */
  before() {
    if (this.place > 0) return this.steps[this.place - 1];
    const { asked } = this.now;
    if (asked.taps.length || asked.at !== null) return { asked: step(asked.text), answer: null };
    const shorter = withoutLastLine(asked.text);
    return shorter === null ? null : { asked: step(shorter), answer: null };
  }

  back() {
    const found = this.before();
    if (!found) return null;
    if (this.place > 0) this.place -= 1;
    else this.steps.unshift(found);
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
    this.waiting = { title, text: asked.text, state, key: "", tapped: asked, changed: Date.now() };
    this.writing ??= this.write().finally(() => { this.writing = null; });
    return this.writing;
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

export const newDraft = () => new Draft(browserStore.create({ kind: "draft" }));

/** Return a draft that the browser has, null if it has none of this name. */
export async function keptDraft(id) {
  const game = await browserStore.get(id);
  if (!game || game.deleted) return null;
  const draft = new Draft(game);
  draft.seen = game.changed;
  const tapped = game.tapped && game.tapped.text === game.text ? game.tapped : step(game.text);
  return { draft, tapped };
}

export const storeWords = (error) => browserStore.words(error);
export const removeDraft = (id) => browserStore.remove([id]);
