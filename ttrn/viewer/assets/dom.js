// Making and changing elements. Texts of records only ever go into textContent: nobody's name is markup.

const SVG = "http://www.w3.org/2000/svg";

/** Make an element: a class, attributes, and children that are elements or texts. */
function make(tag, className = "", attributes = {}, children = []) {
  const found = document.createElement(tag);
  if (className) found.className = className;
  for (const [name, value] of Object.entries(attributes)) found.setAttribute(name, value);
  for (const child of children) found.append(child);
  return found;
}

/** Make an element with a text. */
function say(tag, className, text) {
  const found = make(tag, className);
  found.textContent = text;
  return found;
}

/** Make an element of a picture. */
function draw(tag, attributes = {}) {
  const found = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) found.setAttribute(name, value);
  return found;
}

/** Change a text only if it is another one: what stays the same costs nothing to paint. */
function put(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/** Show or hide an element. */
function show(element, visible) {
  if (element.hidden === visible) element.hidden = !visible;
}

/** A seat's number on its colour: colour alone is not enough for everybody. */
function chip(seat, className = "chip") {
  const found = say("span", className, String(seat + 1));
  found.dataset.seat = seat;
  found.style.cssText = `background: var(--seat-${seat}); color: var(--seat-${seat}-ink); border-color: var(--seat-${seat}-edge)`;
  return found;
}

/** Give a box the colours of a seat. */
function ownedBy(box, seat) {
  box.style.setProperty("--mine", `var(--seat-${seat})`);
  box.style.setProperty("--mine-edge", `var(--seat-${seat}-edge)`);
}

/** Return a comment whose lines were only broken because they were full in one piece; other breaks are meant. */
function flow(text) {
  const lines = text.split("\n");
  return lines.map((line, index) => line + (index < lines.length - 1 ? (line.length > 80 ? " " : "\n") : "")).join("");
}

function plural(number, thing) {
  return `${number} ${thing}${number === 1 ? "" : "s"}`;
}

function signed(points) {
  return points < 0 ? `−${-points}` : `+${points}`;
}
