// Making and changing elements. Texts of records only ever go into textContent: nobody's name is markup.

const SVG = "http://www.w3.org/2000/svg";

/** Make an element: attributes, listeners (`onclick`), and children that are elements or texts. */
export function make(tag, attributes = {}, ...children) {
  const [name, ...classes] = tag.split(".");
  const found = document.createElement(name);
  if (classes.length) found.className = classes.join(" ");
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) found.addEventListener(key.slice(2), value);
    else if (value === true) found.setAttribute(key, "");
    else if (value !== false && value !== undefined && value !== null) found.setAttribute(key, value);
  }
  found.append(...children.filter((child) => child !== null && child !== undefined && child !== false));
  return found;
}

/** Make a button. */
export function button(tag, label, onclick, attributes = {}) {
  return make(`button${tag}`, { type: "button", onclick, ...attributes }, label);
}

/** Put elements into a place; where an equal one is already it stays, for to lay out all of a long list takes longest. */
export function arrange(place, elements) {
  for (const [nth, element] of elements.entries()) {
    const old = place.children[nth];
    if (!old) place.append(element);
    else if (!old.isEqualNode(element)) old.replaceWith(element);
  }
  while (place.children.length > elements.length) place.lastElementChild.remove();
}

/** Make an element of a picture. */
export function draw(tag, attributes = {}) {
  const found = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) found.setAttribute(name, value);
  return found;
}

/** Return a picture of our own to put on the page. */
export function picture(svg) {
  return document.importNode(new DOMParser().parseFromString(svg, "image/svg+xml").documentElement, true);
}

export const CARD_NAMES = {
  R: "red", O: "orange", Y: "yellow", G: "green", B: "blue", P: "pink", K: "black", W: "white",
  L: "locomotive", F: "“+4” locomotive", T: "passenger card", "?": "not seen",
};

/** A card as a small coloured piece with its letter. */
export function card(letter) {
  return make("span.card", { "data-card": letter, "aria-hidden": "true" }, letter);
}

/** Cards side by side. */
export function cards(letters) {
  return make("span.cards", {}, ...[...letters].map(card));
}

/** Cards in words: "2 red, 1 locomotive". */
export function cardWords(letters) {
  const found = new Map();
  for (const letter of letters) found.set(letter, (found.get(letter) ?? 0) + 1);
  return [...found].map(([letter, number]) => `${number} ${CARD_NAMES[letter] ?? letter}`).join(", ") || "no cards";
}
