// The question and what can be answered by a button; routes and cities are tapped on the board.

import { button, card, cardWords, cards, CARD_NAMES, make } from "./dom.js";

const LONG = 9; // from so many on a list gets a field to search in
const LISTS = { route: "routes", city: "cities" };

/** Return whether letters alone answer a question. */
export const asksForCard = (choices) => choices.length > 0 && choices.every((choice) => choice.kind === "card");

/** Return the buttons of a question, in groups: the table first, then lists, then what is no turn. */
export function choicesPanel(choices, { tap, words, first, scoring, opened, claims, market }) {
  const of = (...kinds) => choices.filter((choice) => kinds.includes(choice.kind));
  const [setup, end] = [of("setup"), of("end")];
  const turn = choices.length > setup.length + end.length;
  // What ends a long list stands above it: nobody shall scroll for it.
  const ends = [searchList(of("ticket", "number", "group"), tap), plainList(of("done", "other"), tap)];
  const cardsOfTheTable = [faceUp(of("market"), tap, market), piles(of("deck", "tickets"), tap)].filter(Boolean);
  return [
    first && setup.length ? told("Before the first turn, if you like; what you leave out stays unknown:", setup, tap, words) : null,
    scoring && end.length + setup.length ? told("What is spent on tickets, and what comes of the new deck:", [...end, ...setup], tap, words) : null,
    ...(claims ? [] : cardsOfTheTable),
    cardGrid(of("card"), tap),
    plainList(of("payment"), tap, paymentLabel),
    ...Object.keys(LISTS).map((kind) => onBoard(of(kind), kind, tap, words, opened)),
    ...(of("ticket").length ? ends.reverse() : ends),
    // Where claims are recorded a draw is the exception.
    claims && cardsOfTheTable.length ? make("details", {}, make("summary", {}, "Cards that were drawn"), ...cardsOfTheTable) : null,
    scoring || !end.length ? null : turn ? folded("The end of the game", end, tap, words) : plainList(end, tap, words),
    scoring || first || !setup.length ? null : folded("What was dealt at the start", setup, tap, words),
  ].filter(Boolean);
}

/** Return a few choices to take one from, because a finger meant one of them, or something that is not allowed. */
export function narrowPanel(choices, { tap, anyway, told: reason, words, back }) {
  const one = (choice) => (choice.anyway ? button(".choice", choice.text, () => anyway(choice.tap, ...choice.more)) : tapButton(choice, tap, words(choice)));
  return [
    reason ? make("p", {}, reason) : null,
    make("div.choices.stack", {}, ...choices.map(one)),
    button(".quiet", reason ? "No" : "None of these", back),
  ].filter(Boolean);
}

function tapButton(choice, tap, label, more = "") {
  return button(`.choice${more}`, label, () => tap(choice.tap), {
    "data-tap": choice.tap,
    "data-kind": choice.kind,
    "data-unsure": !choice.sure,
    "aria-pressed": choice.chosen ? "true" : undefined,
    "aria-label": choice.kind === "payment" ? paymentWords(choice) : undefined,
    title: choice.sure ? undefined : "possible, depending on cards that nobody saw",
  });
}

function told(hint, choices, tap, words) {
  const buttons = choices.map((choice) => tapButton(choice, tap, words(choice)));
  return make("div.group", {}, make("p.hint", {}, hint), make("div.choices.pairs", {}, ...buttons));
}

/** Return the face-up cards; of a kind that lies there several times, how often. */
function faceUp(choices, tap, market) {
  if (!choices.length) return null;
  const faces = choices.map((choice) => {
    const times = [...(market ?? "")].filter((letter) => letter === choice.value).length;
    const label = `${CARD_NAMES[choice.value]}, face up`;
    return labelled(tapButton(choice, tap, "", ".face"), label, card(choice.value), times > 1 ? `×${times}` : "");
  });
  return make("div.choices.faces", { role: "group", "aria-label": "Face-up cards" }, ...faces);
}

function piles(choices, tap) {
  if (!choices.length) return null;
  const label = (choice) => (choice.kind === "deck" ? "Deck" : "Tickets");
  const found = choices.map((choice) => labelled(tapButton(choice, tap, "", ".pile"), choice.text, label(choice)));
  return make("div.choices.piles", { role: "group", "aria-label": "Decks" }, ...found);
}

function labelled(element, label, ...children) {
  element.setAttribute("aria-label", label);
  element.replaceChildren(...children);
  return element;
}

function cardGrid(choices, tap) {
  if (!choices.length) return null;
  const found = choices.map((choice) =>
    labelled(tapButton(choice, tap, "", ".face"), choice.text, card(choice.value)));
  return make("div.choices.faces", { role: "group", "aria-label": "Cards" }, ...found);
}

function paymentWords(choice) {
  return choice.value === "?" ? "paid with cards that were not seen" : `paid with ${cardWords(choice.value)}`;
}

function paymentLabel(choice) {
  return choice.value === "?" ? "Not seen" : cards(choice.value);
}

function plainList(choices, tap, label = (choice) => choice.text) {
  if (!choices.length) return null;
  const likely = (choice, nth) => (choice.kind === "payment" && nth === 0) || (choice.kind === "done" && choices.length === 1);
  const found = choices.map((choice, nth) => tapButton(choice, tap, label(choice), likely(choice, nth) ? ".primary" : ""));
  return make("div.choices", {}, ...found);
}

function folded(title, choices, tap, words) {
  return make("details", {}, make("summary", {}, title), plainList(choices, tap, words));
}

/** Return a list with a field to search in; what is on the board too is folded, and made when it is opened. */
function searchList(choices, tap, label = (choice) => choice.text) {
  if (!choices.length) return null;
  const list = make("div.choices.stack", {}, ...choices.map((choice) => tapButton(choice, tap, label(choice))));
  if (choices.length < LONG) return list;
  const field = make("input", {
    type: "search",
    placeholder: "Search",
    "aria-label": "Search in the list",
    oninput: () => {
      const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
      for (const found of list.children) {
        const text = found.textContent.toLowerCase();
        found.hidden = !words.every((word) => text.includes(word));
      }
    },
    onkeydown: (event) => {
      const only = [...list.children].filter((found) => !found.hidden);
      if (event.key === "Enter" && only.length) only[0].click();
    },
  });
  return make("div.group.searched", {}, field, list);
}

function onBoard(choices, kind, tap, words, opened) {
  if (!choices.length) return null;
  const sure = choices.filter((choice) => choice.sure).length;
  const found = make("details.on-board", { "data-list": kind });
  const many = sure === choices.length || !sure || choices.some((choice) => choice.chosen) ? `${choices.length} ${LISTS[kind]}` : `${choices.length} ${LISTS[kind]}, ${sure} for sure`;
  found.append(make("summary", {}, `Tap the board, or choose from ${many}`));
  const fill = () => found.children.length > 1 || found.append(searchList(choices, tap, words));
  found.addEventListener("toggle", () => found.open && fill());
  if (opened) {
    fill();
    found.open = true;
  }
  return found;
}
