// What stands around the board: the players, the lines of the record, what is wrong with it, and the scores.

import { button, cards, make } from "./dom.js";

const COMPONENTS = {
  routes: "Routes", completed: "Tickets made", failed: "Tickets missed", tickets: "Tickets", stations: "Stations left",
  goods: "Merchandise", cities: "Big cities", bonus: "Bonus", longest: "Length of the longest path",
};

/** A seat's number on its colour: colour alone is not enough for everybody. */
export function chip(seat, paints) {
  const [fill, edge, ink] = paints[seat];
  return make("span.chip", { style: `background:${fill};border-color:${edge};color:${ink}` }, String(seat + 1));
}

/** The players, each a button: tapping one says whose turn is recorded. */
export function seatStrip(answer, paints, { choose, trains }) {
  return answer.seats.map((seat, index) => {
    const next = !answer.over && answer.next.player === seat.id;
    const partial = answer.level === "claims" || answer.level === "board";
    const hand = seat.hand === null ? "" : ` · ${seat.hand.length} card${seat.hand.length === 1 ? "" : "s"}`;
    const left = trains ? ` · ${seat.trains} trains` : "";
    const facts = `${seat.score}${left}${partial ? "" : hand}`;
    return make(
      "button.seat",
      {
        type: "button",
        "aria-pressed": String(next),
        "data-player": seat.id,
        "aria-label": `${seat.name}: ${seat.score} points${left}${hand}${next ? ", to move" : ""}`,
        onclick: () => choose(seat.id),
      },
      make("span.who", {}, chip(index, paints), make("span.name", {}, seat.name)),
      make("span.facts", {}, facts),
    );
  });
}

/** The hand and the tickets of the player whose turn it is, as far as they are known. */
export function handRow(answer) {
  const seat = answer.seats.find((one) => one.id === answer.next.player);
  if (!seat || answer.over || answer.level === "claims" || answer.level === "board") return [];
  const known = (seat.hand ?? "").replaceAll("?", "");
  const unknown = (seat.hand ?? "").length - known.length;
  if (!known && !seat.tickets.length) return [];
  const tickets = seat.tickets.map((ticket) => make("span.ticket", {}, ticket.text));
  return [
    make("span.hint", {}, `${seat.name} has`),
    cards(known),
    unknown ? make("span.hint", {}, `+ ${unknown} unseen`) : "",
    ...tickets,
  ];
}

/** The text, line by line; what can be corrected is a button. `chosen` is the number of the line that was tapped. */
export function recordLines(answer, { chosen, pending, choose, act, actOnLine }) {
  const turns = new Map(answer.turns.map((turn) => [turn.line, turn]));
  const statements = new Map(answer.statements.map((one) => [one.line, one]));
  const wrong = new Set(answer.problems.map((problem) => problem.line));
  const rows = answer.text.trimEnd().split("\n").map((line, index) => {
    const number = index + 1;
    const [turn, statement] = [turns.get(number), statements.get(number)];
    const mark = { "data-wrong": wrong.has(number) };
    if (!turn && !statement) return make("div.line", mark, line || " ");
    const open = number === chosen;
    const row = button(`.line${turn ? ".turn" : ".statement"}`, line, () => choose(open ? null : number), {
      ...mark,
      "aria-expanded": String(open),
      "data-turn": turn?.number,
    });
    if (!open) return row;
    const deeds = turn
      ? [["Correct", "replace"], ["Insert before", "insert"], ["Delete", "delete"]].map(([label, how]) => button(".small", label, () => act(how, turn)))
      : [["Correct", "replace"], ["Delete", "delete"]].map(([label, how]) => button(".small", label, () => actOnLine(how, statement)));
    return make("div", {}, row, make("div.choices", {}, ...deeds));
  });
  if (pending) rows.push(make("div.line.pending", {}, pending));
  return rows;
}

/** What is wrong, with its reason and with what would cure it. */
export function problemList(problems, { visit, cure }) {
  return problems.map((problem) => make(
    "div.problem",
    { role: "listitem" },
    make("p", {}, problem.message, " ", make("span.rule", {}, problem.rule)),
    problem.hint && !problem.cures?.length ? make("p.hint", {}, problem.hint) : null,
    make(
      "div.choices",
      {},
      problem.turn ? button(".small", `Correct turn ${problem.turn}`, () => visit(problem.turn)) : null,
      ...(problem.cures ?? []).map((one) => button(".small.cure", cureWords(one), () => cure(one))),
    ),
  ));
}

function cureWords(cure) {
  if (!cure.old) return `Insert “${cure.new}”`;
  return cure.new ? `Make it “${cure.new}”` : `Delete “${cure.old}”`;
}

/** The end: every component for every player, and who won. */
export function scoreTable(answer, paints) {
  const { end } = answer;
  const known = (name) => end.seats.every((seat) => typeof seat.components[name]?.[0] === "number");
  if (!end) return make("p.hint", {}, "The scores stand here when the game is over.");
  const order = Object.keys(COMPONENTS);
  const found = [...new Set(end.seats.flatMap((seat) => Object.keys(seat.components)))].sort((a, b) => order.indexOf(a) - order.indexOf(b));
  // Made and missed tickets are the tickets: together they would be counted twice by whoever adds up.
  const names = found.filter((name) => name !== "tickets" || !(known("completed") && known("failed")));
  const shown = (figure, name) => (typeof figure?.[0] === "number" ? (name === "failed" && figure[0] ? `−${figure[0]}` : String(figure[0])) : "–");
  const cell = (figure, name) => make("td", { "data-source": figure?.[1], "data-component": name, title: figure?.[1] }, shown(figure, name));
  const heads = end.seats.map((seat, index) => make("th", { scope: "col" }, chip(index, paints), ` ${answer.seats[index].name}`));
  const rows = names.map((name) => make(
    "tr",
    {},
    make("th", { scope: "row" }, COMPONENTS[name] ?? name),
    ...end.seats.map((seat) => cell(seat.components[name], name)),
  ));
  const total = make("tr.total", {}, make("th", { scope: "row" }, "Total"), ...end.seats.map((seat) => cell(seat.total, "total")));
  const winners = end.winners.map((id) => answer.seats.find((seat) => seat.id === id)?.name ?? id);
  return make(
    "div",
    {},
    winners.length ? make("p.winner", {}, winners.length > 1 ? `${winners.join(" and ")} share the victory` : `${winners[0]} wins`) : null,
    make("table", {}, make("thead", {}, make("tr", {}, make("td"), ...heads)), make("tbody", {}, ...rows, total)),
  );
}

/** Fields for what was counted at the table: totals, or whole sheets. `write` gets the lines. */
export function scoreForm(answer, components, write) {
  const fields = new Map();
  const field = (seat, what) => {
    const found = make("input", { type: "number", inputmode: "numeric", "aria-label": `${what} of ${seat.name}` });
    fields.set(`${seat.id} ${what}`, found);
    return make("td", {}, found);
  };
  const row = (what) => make("tr", {}, make("th", { scope: "row" }, COMPONENTS[what] ?? what), ...answer.seats.map((seat) => field(seat, what)));
  const value = (seat, what) => fields.get(`${seat.id} ${what}`).value.trim();
  const sheets = make("tbody", { hidden: true }, ...components.map(row));
  const submit = (event) => {
    event.preventDefault();
    const lines = answer.seats
      .map((seat) => [seat, components.filter((what) => value(seat, what)).map((what) => `${what}=${value(seat, what)}`)])
      .filter(([, parts]) => parts.length)
      .map(([seat, parts]) => `sheet ${seat.id} ${parts.join(" ")}`);
    const totals = answer.seats.filter((seat) => value(seat, "total")).map((seat) => `${seat.id}=${value(seat, "total")}`);
    write([...lines, ...(totals.length ? [`score ${totals.join(" ")}`] : [])]);
  };
  return make(
    "form.scores",
    { onsubmit: submit },
    make("p.hint", {}, "What the table counted:"),
    make("table", {}, make("thead", {}, make("tr", {}, make("td"), ...answer.seats.map((seat) => make("th", {}, seat.name)))),
      sheets, make("tbody", {}, row("total"))),
    make("div.choices", {}, make("button.primary", { type: "submit" }, "Write it down"),
      button(".small", "Whole score sheets", (event) => {
        sheets.hidden = !sheets.hidden;
        event.currentTarget.setAttribute("aria-expanded", String(!sheets.hidden));
      })),
  );
}
