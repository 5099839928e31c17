// The list of the reader's games: read from the browser's store and changed there; the server is asked only to show a
// game, or to add some to its database.
const SHOWN = 200;
const CHECKED = 20;
const WORDS = { draft: () => "draft", sound: () => "sound", problems: (n) => (n === 1 ? "1 problem" : `${n} problems`) };
const lists = new WeakMap();

const named = (game) => game.name || game.title || (game.kind === "draft" ? "Draft" : "Game");
const games = (count) => (count === 1 ? "1 game" : `${count} games`);
const size = (letters) => (letters < 1e6 ? `${Math.ceil(letters / 1000)} kB` : `${(letters / 1e6).toFixed(1)} MB`);
const when = (time) => new Date(time).toLocaleString("en-GB", { dateStyle: "medium", timeStyle: "short" });

function element(tag, properties, ...children) {
  const made = Object.assign(document.createElement(tag), properties);
  made.append(...children);
  return made;
}

// --- what is shown ---------------------------------------------------------------------------------------------------

function matching(list) {
  const wanted = list.find.value.trim().toLowerCase();
  return list.games.filter((game) => !wanted || named(game).toLowerCase().includes(wanted));
}

function chosen(list) {
  return matching(list).filter((game) => list.ticked.has(game.id));
}

function row(list, game) {
  const tick = element("input", { type: "checkbox", checked: list.ticked.has(game.id) });
  tick.setAttribute("aria-label", `Tick ${named(game)}`);
  tick.addEventListener("change", () => {
    list.ticked[tick.checked ? "add" : "delete"](game.id);
    tools(list);
  });
  const open = element("button", { type: "button", textContent: named(game), title: named(game) });
  open.addEventListener("click", () => list.ask("open", { id: game.id, text: game.text }));
  const state = element("span", { className: `state ${game.state}` });
  state.textContent = (WORDS[game.state] ?? (() => "not checked"))(game.problems);
  const time = element("time", { textContent: when(game.changed), dateTime: new Date(game.changed).toISOString() });
  const item = element("li", {}, tick, element("span", { className: "name" }, open), time, state);
  item.dataset.id = game.id;
  return item;
}

function tools(list) {
  const count = chosen(list).length;
  const all = matching(list).length;
  list.count.textContent = count ? `${count} of ${all}` : games(all);
  list.all.checked = count > 0 && count === all;
  list.all.indeterminate = count > 0 && count < all;
  for (const button of list.bar.querySelectorAll("button")) {
    const what = button.dataset.do;
    const one = ["open", "edit", "rename"].includes(what);
    button.disabled = one ? count !== 1 : what === "download" ? !all : !count;
    button.hidden = what === "add" && !list.data.add;
    if (what === "download") {
      button.textContent = count ? "Download" : "Download all";
    }
  }
}

function paint(list) {
  const found = matching(list);
  list.bar.classList.toggle("empty", !list.games.length);
  list.rows.replaceChildren(...found.slice(0, SHOWN).map((game) => row(list, game)));
  const last = Math.max(0, ...list.deleted.map((game) => game.deleted));
  list.undone = list.deleted.filter((game) => game.deleted === last).map((game) => game.id);
  list.gone.hidden = !list.undone.length || last < Date.now() - 24 * 3600 * 1000;
  const [only] = list.deleted.filter((game) => game.deleted === last);
  list.gone.firstElementChild.textContent = list.undone.length === 1 ? `Deleted: ${named(only)}.` : `${games(list.undone.length)} deleted.`;
  const room = size(list.games.reduce((sum, game) => sum + game.text.length, 0));
  const rest = found.length > SHOWN ? `… and ${found.length - SHOWN} more: type a part of their names to find them. ` : "";
  list.more.textContent = list.games.length
    ? `${rest}Kept in this browser only (${room}), for this address. Whoever clears its data deletes them: download what shall last.`
    : "Nothing yet. What you type into the editor and the games that you bring are kept here, in this browser only.";
  tools(list);
}

async function refresh(list) {
  await attempt(list, async () => {
    const all = await browserStore.list();
    list.games = all.filter((game) => !game.deleted);
    list.deleted = all.filter((game) => game.deleted);
    // A name that is being typed is not drawn over.
    if (!list.rows.querySelector(".name input")) {
      paint(list);
    }
    // Those that nobody has looked at since they were changed: the server does, some at a time.
    const unchecked = list.games.filter((game) => !game.state).slice(0, CHECKED);
    if (unchecked.length) {
      list.check(unchecked.map(({ id, changed, text }) => ({ id, changed, text })));
    }
  });
}

async function learn(list, found) {
  for (const { id, changed, ...about } of found) {
    const game = list.games.find((known) => known.id === id);
    if (game && game.changed === changed && !game.state) {
      await browserStore.update(id, about, changed);
    }
  }
}

// --- what is done ----------------------------------------------------------------------------------------------------

async function attempt(list, work) {
  try {
    await work();
    list.refused.hidden = true;
  } catch (error) {
    list.refused.textContent = browserStore.words(error);
    list.refused.hidden = false;
  }
}

function rename(list, [game]) {
  const place = list.rows.querySelector(`li[data-id="${game.id}"] .name`);
  const input = element("input", { value: named(game), maxLength: 200 });
  input.setAttribute("aria-label", "Name");
  const leave = (name) => {
    if (input.isConnected) {
      input.remove();
      attempt(list, () => (name ? browserStore.update(game.id, { name }) : null)).then(() => refresh(list));
    }
  };
  input.addEventListener("keydown", (event) => {
    event.stopPropagation();
    if (event.key === "Enter" || event.key === "Escape") {
      leave(event.key === "Enter" ? input.value.trim() : "");
    }
  });
  input.addEventListener("blur", () => leave(input.value.trim()));
  place.replaceChildren(input);
  input.select();
}

async function duplicate(list, found) {
  for (const game of found) {
    const { kind, title, text, key, state, problems } = game;
    await browserStore.put(browserStore.create({ kind, title, text, key, state, problems, name: `${named(game)} (copy)` }));
  }
}

function download(found) {
  // Text without a game would be taken for the end of the game before it.
  const texts = [...found].sort((one, other) => one.text.includes("[Game ") - other.text.includes("[Game "));
  const whole = texts.map((game) => `${game.text.trimEnd()}\n`).join("\n");
  const name = found.length === 1 ? named(found[0]).toLowerCase().replace(/[^a-z0-9]+/g, "_").replace(/^_|_$/g, "").slice(0, 60) : "";
  const link = element("a", { href: URL.createObjectURL(new Blob([whole], { type: "text/plain" })), download: `${name || "my_games"}.ttrn` });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

const DO = {
  open: (list, [game]) => list.ask("open", { id: game.id, text: game.text }),
  edit: (list, [game]) => list.ask("edit", { id: game.id }),
  add: (list, found) => list.ask("add", found.map((game) => ({ name: named(game), text: game.text }))),
  download: (list, found) => download(found.length ? found : matching(list)),
  remove: (list, found) => browserStore.remove(found.map((game) => game.id)),
  undo: (list) => browserStore.restore(list.undone),
  duplicate,
  rename,
};

function start(parent) {
  const at = (where) => parent.querySelector(where);
  const list = { games: [], deleted: [], undone: [], ticked: new Set(), data: {}, ask: () => {}, check: () => {} };
  list.bar = at(".bar");
  list.all = at(".all input");
  list.count = at(".count");
  list.find = at(".find");
  list.gone = at(".gone");
  list.refused = at(".refused");
  list.rows = at("ul");
  list.more = at(".more");
  list.all.addEventListener("change", () => {
    matching(list).forEach((game) => list.ticked[list.all.checked ? "add" : "delete"](game.id));
    paint(list);
  });
  list.find.addEventListener("input", () => paint(list));
  list.find.addEventListener("keydown", (event) => event.stopPropagation());
  for (const button of parent.querySelectorAll("[data-do]")) {
    button.addEventListener("click", () => attempt(list, () => DO[button.dataset.do](list, chosen(list))));
  }
  return list;
}

export default function ({ data, parentElement, setStateValue, setTriggerValue }) {
  let list = lists.get(parentElement);
  if (!list) {
    list = start(parentElement);
    lists.set(parentElement, list);
  }
  if (!list.watching) {
    list.watching = true;
    const stop = browserStore.observe(() => {
      list.watching = list.bar.isConnected;
      return list.watching ? refresh(list) : stop();
    });
    refresh(list);
  }
  list.data = data;
  list.check = (games) => setStateValue("unchecked", games);
  if (data.found.length) {
    attempt(list, () => learn(list, data.found));
  }
  list.ask = (what, value) => setTriggerValue(what, value);
  tools(list);
}
