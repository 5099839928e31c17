// The editor: what is typed is kept by the browser at once, and goes to the server after a pause; marks come back. The
// text is only ever set from outside when another one is opened, so that nothing is lost that was typed meanwhile.
const PAUSE = 350;
const LAST = "editor"; // the box that names the game that was open last
const editors = new WeakMap();

// The lines that can be seen, in colour: the text area itself shows nothing but the cursor.
function colour(editor) {
  const { area, code } = editor;
  const style = getComputedStyle(area);
  const height = parseFloat(style.lineHeight);
  const lines = area.value.split("\n");
  const first = Math.max(0, Math.floor(area.scrollTop / height) - 5);
  const last = Math.min(lines.length, first + Math.ceil(area.clientHeight / height) + 10);
  const inside = openings(lines, last);
  const rows = document.createDocumentFragment();
  for (let i = first; i < last; i += 1) {
    const mark = editor.marks[i + 1];
    // What was found of another line than the one that stands there now is not shown in it.
    rows.append(coloured(lines[i], inside[i], mark?.text === lines[i] ? mark.spans : []), "\n");
  }
  code.replaceChildren(rows);
  code.style.transform = `translate(${-area.scrollLeft}px, ${first * height - area.scrollTop}px)`;
}

function paint(editor) {
  colour(editor);
  const lines = editor.area.value.split("\n").length;
  const look = lines + JSON.stringify(editor.marks);
  if (look === editor.look) {
    return;
  }
  editor.look = look;
  const rows = document.createDocumentFragment();
  for (let line = 1; line <= lines; line += 1) {
    const row = document.createElement("span");
    row.textContent = line;
    const wrong = editor.marks[line];
    if (wrong) {
      row.className = "wrong";
      row.title = wrong.message;
    }
    rows.append(row, "\n");
  }
  editor.gutter.replaceChildren(rows);
  editor.gutter.scrollTop = editor.area.scrollTop;
}

function send(editor, missing = false) {
  clearTimeout(editor.timer);
  editor.timer = 0;
  const { version, serial, game, area, pasted } = editor;
  const { line, column } = caret(area);
  editor.asked += 1;
  const cursor = { line, column, asked: editor.asked };
  editor.tell({ version, serial, missing, pasted, cursor, draft: game?.id ?? "", text: area.value });
}

// --- what is pasted and repaired -------------------------------------------------------------------------------------

// What mails and chats do to a text is undone when it is pasted; what is there already is only offered to be.
function mend(editor, repaired) {
  if (repaired?.serial !== editor.serial) {
    return;
  }
  editor.pasted = false;
  if (repaired.what && repaired.offer) {
    tellMended(editor, `It can be repaired: ${repaired.what}.`, "Repair", () => setMended(editor, repaired));
  } else if (repaired.what) {
    setMended(editor, repaired);
  } else if (!editor.undoable) {
    editor.mended.hidden = true;
  }
}

function setMended(editor, repaired) {
  const before = editor.area.value;
  put(editor, repaired.text);
  editor.undoable = true;
  tellMended(editor, `Repaired: ${repaired.what}.`, "Undo", () => {
    editor.undoable = false;
    put(editor, before);
  });
}

function put(editor, text) {
  fill(editor, text);
  keep(editor);
  send(editor);
}

function tellMended(editor, words, label, work) {
  const button = editor.mended.querySelector("button");
  editor.mended.querySelector("span").textContent = words;
  button.textContent = label;
  button.onclick = work;
  editor.mended.hidden = false;
}

// --- what the browser keeps ------------------------------------------------------------------------------------------

function say(editor, error) {
  const kept = editor.game ? "Kept in this browser, under My games." : "";
  editor.said.textContent = error ? browserStore.words(error) : kept;
  editor.said.className = error ? "said refused" : "said";
  editor.take.hidden = !error;
}

// One write after the other: each knows what the one before it has written.
function enqueue(editor, work) {
  const opened = editor.opened;
  editor.queue = editor.queue.then(async () => {
    try {
      const game = await work();
      if (game && opened === editor.opened) {
        editor.game = game;
      }
      say(editor, null);
    } catch (error) {
      say(editor, error);
    }
  });
}

function keep(editor) {
  if (editor.waiting) {
    return;
  }
  editor.waiting = true;
  enqueue(editor, async () => {
    editor.waiting = false;
    const { game, area } = editor;
    const unchecked = { key: "", state: "", problems: 0 };
    const now = { ...unchecked, text: area.value, changed: Date.now(), deleted: 0 };
    const written = await browserStore.put({ ...(game ?? browserStore.create({})), ...now }, game?.changed);
    if (written.id !== game?.id) {
      await browserStore.fillBox(LAST, written.id);
      editor.game = written;
      send(editor); // so that the address names it
      globalThis.navigator.storage?.persist?.();
    }
    return written;
  });
}

// What the server found of the text that it was sent, unless that is another one by now.
function learn(editor, about) {
  const fits = about && about.draft === editor.game?.id && about.serial === editor.serial;
  if (!fits || editor.learnt === about.serial) {
    return;
  }
  editor.learnt = about.serial;
  const { title, key, state, problems } = about;
  enqueue(editor, async () => {
    const { game } = editor;
    const same = game.title === title && game.key === key && game.state === state && game.problems === problems;
    if (about.serial !== editor.serial || same) {
      return game;
    }
    return browserStore.update(game.id, { title, key, state, problems }, game.changed);
  });
}

// Another tab has changed something: this one follows, unless it is ahead.
async function follow(editor) {
  const now = editor.game && (await browserStore.get(editor.game.id).catch(() => null));
  if (!now || now.id !== editor.game?.id || editor.waiting || editor.area.value !== editor.game.text) {
    return;
  }
  if (now.text !== editor.area.value && now.changed > editor.game.changed) {
    fill(editor, now.text);
    editor.game = now;
    send(editor);
  } else if (now.changed === editor.game.changed) {
    editor.game = now;
  }
}

function fill(editor, text) {
  editor.area.value = text;
  editor.serial += 1;
  editor.typing = false;
  hideOffers(editor);
  editor.look = "";
  paint(editor);
}

async function open(editor, data) {
  const opened = {};
  editor.opened = opened;
  editor.area.readOnly = true;
  editor.pasted = editor.undoable = false;
  editor.mended.hidden = true;
  let game;
  let failure = null;
  await editor.queue;
  try {
    const id = data.draft || (data.last ? await browserStore.box(LAST) : "");
    game = id ? await browserStore.get(id) : undefined;
  } catch (error) {
    failure = error;
  }
  if (editor.opened !== opened) {
    return;
  }
  editor.area.readOnly = false;
  const wanted = game && !(game.deleted && data.last);
  editor.game = wanted ? game : null;
  fill(editor, wanted ? game.text : data.text);
  say(editor, failure);
  if (wanted || data.draft) {
    send(editor, !wanted);
  }
  if (wanted) {
    browserStore.fillBox(LAST, game.id).catch(() => {});
  }
}

// --- the page --------------------------------------------------------------------------------------------------------

function start(parent) {
  const editor = {
    area: parent.querySelector("textarea"),
    gutter: parent.querySelector(".gutter"),
    code: parent.querySelector("pre code"),
    offers: parent.querySelector(".offers"),
    offered: [],
    chosen: 0,
    asked: 0,
    offersOf: 0,
    wanted: false,
    typing: false,
    said: parent.querySelector(".said"),
    take: parent.querySelector(".take"),
    mended: parent.querySelector(".mended"),
    pasted: false,
    undoable: false,
    marks: {},
    version: null,
    game: null,
    serial: 0,
    timer: 0,
    queue: Promise.resolve(),
    tell: () => {},
  };
  const { area } = editor;
  // Whoever writes over all of a text means another one: the old one stays as it is.
  area.addEventListener("beforeinput", () => {
    editor.another ||= area.value.trim() !== "" && area.selectionStart === 0 && area.selectionEnd === area.value.length;
  });
  area.addEventListener("input", (event) => {
    editor.serial += 1;
    editor.typing = true;
    hideOffers(editor);
    editor.pasted ||= /^insertFrom(Paste|Drop)/.test(event.inputType ?? "");
    editor.undoable = false;
    editor.mended.hidden = true;
    paint(editor);
    clearTimeout(editor.timer);
    editor.timer = setTimeout(() => send(editor), PAUSE);
    if (editor.another && area.value.trim()) {
      editor.another = false;
      editor.opened = {};
      editor.game = null;
    }
    if (editor.game ? !editor.another : area.value.trim()) {
      keep(editor);
    }
  });
  area.addEventListener("blur", () => {
    hideOffers(editor);
    if (editor.timer) {
      send(editor);
    }
  });
  area.addEventListener("scroll", () => {
    editor.gutter.scrollTop = area.scrollTop;
    hideOffers(editor);
    colour(editor);
  });
  new ResizeObserver(() => colour(editor)).observe(area);
  // Keys typed here are text, not the shortcuts of the page.
  area.addEventListener("keydown", (event) => {
    event.stopPropagation();
    if (offerKey(editor, event)) {
      event.preventDefault();
    }
  });
  editor.take.addEventListener("click", () => {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([area.value], { type: "text/plain" }));
    link.download = "record.ttrn";
    link.click();
    URL.revokeObjectURL(link.href);
  });
  const stop = browserStore.observe(() => (area.isConnected ? follow(editor) : stop()));
  return editor;
}

export default function ({ data, parentElement, setStateValue }) {
  let editor = editors.get(parentElement);
  if (!editor) {
    editor = start(parentElement);
    editors.set(parentElement, editor);
  }
  editor.tell = (typed) => setStateValue("typed", typed);
  editor.marks = data.marks;
  editor.area.maxLength = data.most;
  if (editor.version !== data.version) {
    const same = data.draft && data.draft === editor.game?.id;
    editor.version = data.version;
    if (!same) {
      open(editor, data);
    }
  }
  learn(editor, data.about);
  mend(editor, data.repaired);
  paint(editor);
  learnOffers(editor, data.offers);
}
