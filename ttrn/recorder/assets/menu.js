// What is seldom wanted: another record, less to write down, the text as a file, the keys.

import { button, make } from "./dom.js";
import { KEYS } from "./keyboard.js";

/** Open the menu of a recorder. */
export function openMenu(recorder) {
  const { answer } = recorder;
  const close = () => dialog.close();
  const entry = (label, work, attributes) => button(".choice", label, () => { close(); work(); }, attributes);
  const lower = answer.level === "view" || answer.level === "full";
  const dialog = make("dialog.menu", { "aria-label": "Menu", onclose: () => dialog.remove() },
    make("div.choices.stack", {},
      entry("Another game", () => { location.hash = ""; }),
      entry("Save the text as a file", () => save(recorder.asked.text, answer.board)),
      entry("Copy the text", () => copy(recorder)),
      lower && recorder.view ? entry("We stopped counting cards: record claims only", () => recorder.setTags({ Level: "claims", View: "" })) : null,
      answer.over ? null : entry(recorder.view ? "Score the final board now" : "Stop here, and tell the totals", () => recorder.scoreNow()),
      answer.level === "claims" || answer.level === "board" ? null : entry("Nobody’s cards are seen any more", () => recorder.setTags({ View: "public" }))),
    make("details", {}, make("summary", {}, "Keys"),
      make("dl", {}, ...KEYS.flatMap(([key, what]) => [make("dt", {}, key), make("dd", {}, what)]))),
    button(".primary", "Close", close));
  document.body.append(dialog);
  dialog.showModal();
}

function save(text, board) {
  const url = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  make("a", { href: url, download: `${board ?? "game"}.ttrn` }).click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

async function copy(recorder) {
  try {
    await navigator.clipboard.writeText(recorder.asked.text);
    recorder.say("Copied.");
  } catch {
    // Pages of a server in the same network have no clipboard.
    if (!recorder.editing) recorder.toggleEditor();
    recorder.parts.editor.select();
  }
}
