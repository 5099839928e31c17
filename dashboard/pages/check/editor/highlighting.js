// The words of a line in their colours, by the table of the grammar (GRAMMAR, made from grammar/ttrn.json): the same walk as
// ttrn/notation/marked_words.py.
const PATTERNS = Object.fromEntries(
  Object.entries(GRAMMAR.terminals).map(([kind, source]) => [kind, new RegExp(source, "uy")]),
);
const OTHER = /"(?:[^"\\]|\\.)*"?|[^\s;|()\]]+|./uy;

function matched(pattern, line, at) {
  pattern.lastIndex = at;
  return pattern.test(line) ? pattern.lastIndex : -1;
}

function skipped(line, at) {
  while (line[at] === " " || line[at] === "\t") {
    at += 1;
  }
  return at;
}

// The stack of states after a word of a kind; null where the grammar expects none.
function shifted(stack, kind) {
  const after = [...stack];
  for (;;) {
    const action = GRAMMAR.states[after.at(-1)][kind];
    if (action === undefined) {
      return null;
    }
    if (action >= 0) {
      return [...after, action];
    }
    const [, symbol, length] = GRAMMAR.rules[-1 - action];
    after.length -= length;
    after.push(GRAMMAR.states[after.at(-1)][symbol]);
  }
}

// The words of a line, as [kind, start, end]; `inside` says whether a comment in braces goes on from the line before.
function wordsOf(line, inside) {
  const words = [];
  let at = skipped(line, 0);
  while (!inside && line[at] === "(") {
    words.push(["OPEN", at, at + 1]);
    at = skipped(line, at + 1);
  }
  if (inside || line[at] === "{") {
    const end = line.indexOf("}", inside ? 0 : at) + 1 || line.length;
    words.push(["BLOCK", inside ? 0 : at, end]);
    at = skipped(line, end);
  }
  const start = line[at] === "[" ? "tag" : /[0-9]/.test(line[at] ?? "") ? "turn" : "statement";
  let stack = [GRAMMAR.starts[start][0]];
  while (at < line.length) {
    if (line[at] === ";") {
      words.push(["COMMENT", at, line.length]);
      break;
    }
    let [kind, end] = ["", at];
    for (const name of Object.keys(GRAMMAR.states[stack.at(-1)])) {
      const found = PATTERNS[name] ? matched(PATTERNS[name], line, at) : -1;
      if (found > end || (found > at && GRAMMAR.categories[name] === "keyword")) {
        [kind, end] = [name, found];
      }
    }
    const after = kind ? shifted(stack, kind) : null;
    if (after) {
      stack = after;
    } else {
      [kind, end] = line[at] === ")" ? ["CLOSE", at + 1] : ["", matched(OTHER, line, at)];
    }
    words.push([kind, at, end]);
    at = skipped(line, end);
  }
  return words;
}

// Whether a line begins in a comment that was opened above it, and whether the next one does.
function begins(line, open) {
  return open && !line.startsWith("[Game ");
}

function goesOn(line, inside) {
  const opens = inside || /^[ \t(]*\{/.test(line);
  return opens && !line.includes("}", inside ? 0 : line.indexOf("{"));
}
