// Train cards, as small coloured pieces with their letter.

const KINDS = "ROYGBPKWLFT?";
const CARD_NAMES = {
  R: "red", O: "orange", Y: "yellow", G: "green", B: "blue", P: "pink", K: "black", W: "white",
  L: "locomotive", F: "“+4” locomotive", T: "passenger card", "?": "unknown",
};

function card(letter, className = "card") {
  const found = say("span", className, letter === "?" ? "?" : letter);
  found.dataset.card = letter;
  found.title = CARD_NAMES[letter] ?? letter;
  return found;
}

/** Cards one by one, as they lie in the market or in a row. */
function cardRow(letters, className = "cards") {
  return make("span", className, { role: "img", "aria-label": cardWords(letters) }, [...letters].map((letter) => card(letter)));
}

/** Cards by kind with their number, as a hand is counted. */
function cardCounts(letters) {
  const row = make("span", "cards counts", { role: "img", "aria-label": cardWords(letters) });
  for (const [letter, number] of countOf(letters)) {
    const found = make("span", "kind", {}, [card(letter)]);
    if (number > 1) found.append(say("span", "times", String(number)));
    row.append(found);
  }
  return row;
}

function countOf(letters) {
  const found = new Map();
  for (const letter of letters) found.set(letter, (found.get(letter) ?? 0) + 1);
  return [...found].sort((one, other) => KINDS.indexOf(one[0]) - KINDS.indexOf(other[0]));
}

function cardWords(letters) {
  const parts = countOf(letters).map(([letter, number]) => `${number} ${CARD_NAMES[letter] ?? letter}`);
  return parts.join(", ") || "no cards";
}
