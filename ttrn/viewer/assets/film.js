// The film: frames that tell what has changed become whole tables, which share all that stays the same.

/** Return the lines of a film with whole tables; the parts that did not change are the same objects. */
function unfold(film) {
  const lines = [];
  for (const line of film.lines) {
    const parent = line.parent ?? -1;
    const found = { parent, at: line.at ?? 0, comment: line.comment ?? "", frames: [] };
    lines.push(found);
    let before = parent < 0 ? null : tableBefore(lines, parent, found.at);
    for (const frame of line.frames) {
      const table = changed(before, frame);
      found.frames.push({ ...frame, table });
      before = table;
    }
  }
  return lines;
}

/** Return the table before a frame of a line: in a variation's first frame it is that of the line it leaves. */
function tableBefore(lines, line, at) {
  if (at > 0) return lines[line].frames[at - 1].table;
  return tableBefore(lines, lines[line].parent, lines[line].at);
}

const TABLE = ["market", "deck", "discards", "ticketDecks", "next", "pieces"];
const BY_PLACE = ["owners", "goods"];

function changed(before, frame) {
  const table = before ? { ...before } : { owners: {}, goods: {}, seats: [] };
  for (const key of TABLE) if (key in frame) table[key] = frame[key];
  for (const key of BY_PLACE) if (key in frame) table[key] = { ...table[key], ...frame[key] };
  if (frame.seats) {
    table.seats = table.seats.slice();
    for (const [seat, facts] of Object.entries(frame.seats)) table.seats[seat] = { ...table.seats[seat], ...facts };
  }
  return table;
}

/** Return the frames from the setup to the end of a line, through all lines that it leaves. */
function pathOf(lines, line) {
  const { parent, at, frames } = lines[line];
  const own = frames.map((frame, index) => ({ frame, line, index }));
  return parent < 0 ? own : [...pathOf(lines, parent).filter((spot) => comesBefore(lines, spot, parent, at)), ...own];
}

function comesBefore(lines, spot, parent, at) {
  return spot.line !== parent || spot.index < at;
}

/** Return the variations by the frame that they replace: `found.get("0 3")` leave frame 3 of the main line. */
function branchesOf(lines) {
  const found = new Map();
  lines.forEach(({ parent, at }, number) => {
    const key = `${parent} ${at}`;
    found.set(key, [...(found.get(key) ?? []), number]);
  });
  return found;
}

/** Return the totals of each seat by turn as if the game ended there, who leads then in words, and where the lead changes.
 *
 * A total is null where tickets were not seen. Who leads is said only where all totals are known.
 */
function endings(path, players) {
  const totals = players.map((_, seat) => path.map(({ frame }) => frame.table.seats[seat].now ?? null));
  const unknown = players.filter((_, seat) => totals[seat].includes(null));
  const found = { totals, words: path.map(() => ""), changes: [] };
  if (!totals.some((row) => row.some((total) => total !== null))) return found;
  if (unknown.length) {
    const names = unknown.map(({ name }) => name).join(", ");
    found.words = path.map(() => `Nobody can say who would lead: not all tickets of ${names} were seen.`);
    return found;
  }
  let leader = -1;
  path.forEach(({ frame }, index) => {
    const best = Math.max(...totals.map((row) => row[index]));
    const first = players.flatMap((_, seat) => (totals[seat][index] === best ? [seat] : []));
    const names = first.map((seat) => players[seat].name).join(" and ");
    found.words[index] = first.length > 1 ? `${names} would be level with ${best}.` : `${names} would win with ${best}.`;
    if (first.length > 1 || first[0] === leader) return;
    if (leader >= 0) found.changes.push({ index, seat: first[0], text: `Turn ${frame.n}: ${names} takes the lead with ${best}` });
    [leader] = first;
  });
  return found;
}

const isClaim = (frame) => frame.route !== undefined;
const isTicket = (frame) => frame.kind === "TakeTickets";
const isNote = (frame) => Boolean(frame.comments || frame.marks || frame.problems);
const isMarked = (mark) => (frame) => Boolean(frame.marks?.includes(mark));

/** What somebody may look for, and by which key: forward, and back with shift. */
const JUMPS = {
  claim: isClaim, ticket: isTicket, note: isNote, blunder: isMarked("??"), mistake: isMarked("?"), inaccuracy: isMarked("?!"),
};
const KEYS = {
  ArrowLeft: "back", ArrowRight: "forward", Home: "first", End: "last", " ": "play",
  c: "claim", t: "ticket", n: "note", b: "blunder", m: "mistake", i: "inaccuracy", a: "panel",
};

const MARKS = {
  "!": "a good move",
  "!!": "a brilliant move",
  "?": "a mistake",
  "??": "a blunder",
  "!?": "an interesting move",
  "?!": "a doubtful move",
};
