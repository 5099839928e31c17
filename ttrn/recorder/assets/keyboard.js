// The keys: everything can be recorded without a pointer.

import { asksForCard } from "./question.js";

export const KEYS = [
  ["c, arrows, Enter", "choose a route on the board"],
  ["d", "draw from the deck"],
  ["t", "take tickets"],
  ["1 to 9", "the first nine buttons of the question"],
  ["letters, ?", "the card that is asked for"],
  ["u, Ctrl+Z", "undo"],
  ["Ctrl+Y", "redo"],
  ["e", "edit the text"],
  ["Escape", "cancel what was begun"],
];

/** Listen for keys on behalf of a recorder. */
export function listen(recorder) {
  addEventListener("keydown", (event) => {
    if (!recorder.draft || document.querySelector("dialog[open]")) return;
    const field = event.target instanceof Element && event.target.closest("input, textarea, select");
    if (event.key === "Escape") {
      if (field) event.target.blur();
      recorder.cancel();
      return;
    }
    if (field || event.altKey) return;
    if (pressed(recorder, event)) event.preventDefault();
  });
}

function pressed(recorder, event) {
  const { key } = event;
  if (event.ctrlKey || event.metaKey) {
    const low = key.toLowerCase();
    if (low === "z") return event.shiftKey ? recorder.redo() : recorder.undo();
    return low === "y" ? recorder.redo() : null;
  }
  const { choices } = recorder.answer.question;
  const offered = (kind) => choices.find((choice) => choice.kind === kind);
  if (asksForCard(choices)) {
    const card = choices.find((choice) => choice.value === key.toUpperCase());
    if (card) return recorder.tap(card.tap);
  }
  if (/^[1-9]$/.test(key)) {
    const found = recorder.parts.question.querySelectorAll("button.choice:not([hidden])")[Number(key) - 1];
    found?.click();
    return found;
  }
  const { view } = recorder;
  if (view && (key === "c" || (key.startsWith("Arrow") && view.current))) {
    view.move(key);
    return true;
  }
  if (view?.current && key === "Enter" && !(event.target instanceof HTMLButtonElement)) return recorder.tap(view.current.tap);
  if (key === "d" && offered("deck")) return recorder.tap(offered("deck").tap);
  if (key === "t" && offered("tickets")) return recorder.tap(offered("tickets").tap);
  if (key === "u") return recorder.undo();
  if (key === "e") {
    recorder.toggleEditor();
    return true;
  }
  return null;
}
