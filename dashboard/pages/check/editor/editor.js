// The editor: what is typed is kept by the browser at once, and goes to the server after a pause; marks come back. The
// text is only ever set from outside when another one is opened, so that nothing is lost that was typed meanwhile.
const PAUSE = 350;
const LAST = "editor"; // the box that names the game that was open last
const WRITING = { "aria-label": "Record", spellcheck: "false", autocapitalize: "off", autocomplete: "off" };
const editors = new WeakMap();
let loading; // CodeMirror, if the server has it

function send(editor, missing = false) {
  clearTimeout(editor.timer);
  editor.timer = 0;
  const { version, serial, game, sheet, pasted } = editor;
  editor.asked += 1;
  const cursor = { ...caret(sheet), asked: editor.asked };
  editor.tell({ version, serial, missing, pasted, cursor, draft: game?.id ?? "", text: sheet.text() });
}

function caret(sheet) {
  const lines = sheet.before().split("\n");
  return { line: lines.length - 1, column: [...lines.at(-1)].length };
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
  const before = editor.sheet.text();
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
    const { game, sheet } = editor;
    const unchecked = { key: "", state: "", problems: 0 };
    const now = { ...unchecked, text: sheet.text(), changed: Date.now(), deleted: 0 };
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
  if (!now || now.id !== editor.game?.id || editor.waiting || editor.sheet.text() !== editor.game.text) {
    return;
  }
  if (now.text !== editor.sheet.text() && now.changed > editor.game.changed) {
    fill(editor, now.text);
    editor.game = now;
    send(editor);
  } else if (now.changed === editor.game.changed) {
    editor.game = now;
  }
}

function fill(editor, text) {
  editor.sheet.fill(text);
  editor.serial += 1;
  editor.sheet.mark(editor.marks);
}

async function open(editor, data) {
  const opened = {};
  editor.opened = opened;
  editor.sheet.limit(data.most, true);
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
  editor.sheet.limit(data.most, false);
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

function typed(editor, pasted, another) {
  const text = editor.sheet.text();
  editor.serial += 1;
  editor.pasted ||= pasted;
  // Whoever writes over all of a text means another one: the old one stays as it is.
  editor.another ||= another;
  editor.undoable = false;
  editor.mended.hidden = true;
  clearTimeout(editor.timer);
  editor.timer = setTimeout(() => send(editor), PAUSE);
  if (editor.another && text.trim()) {
    editor.another = false;
    editor.opened = {};
    editor.game = null;
  }
  if (editor.game ? !editor.another : text.trim()) {
    keep(editor);
  }
}

function start(parent, codeMirror) {
  const editor = {
    said: parent.querySelector(".said"),
    take: parent.querySelector(".take"),
    mended: parent.querySelector(".mended"),
    asked: 0,
    answered: 0,
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
  const heard = {
    typed: (pasted, another) => typed(editor, pasted, another),
    left: () => editor.timer && send(editor),
    asked: () => send(editor),
  };
  const place = parent.querySelector(".editor");
  editor.sheet = codeMirror ? colouredSheet(place, heard, codeMirror) : plainSheet(place, heard);
  // Keys typed here are text, not the shortcuts of the page.
  place.addEventListener("keydown", (event) => event.stopPropagation());
  editor.take.addEventListener("click", () => {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([editor.sheet.text()], { type: "text/plain" }));
    link.download = "record.ttrn";
    link.click();
    URL.revokeObjectURL(link.href);
  });
  const stop = browserStore.observe(() => (place.isConnected ? follow(editor) : stop()));
  return editor;
}

// What the server offers is for a text and a place: it counts if it was the last that was asked.
function learnOffers(editor, found) {
  if (found && editor.answered !== found.asked && found.asked === editor.asked) {
    editor.answered = found.asked;
    editor.sheet.offer(found.serial === editor.serial ? found.items : null);
  }
}

function show({ data, parentElement, setStateValue }, codeMirror) {
  let editor = editors.get(parentElement);
  if (!editor) {
    editor = start(parentElement, codeMirror);
    editors.set(parentElement, editor);
  }
  editor.tell = (what) => setStateValue("typed", what);
  if (JSON.stringify(editor.marks) !== JSON.stringify(data.marks)) {
    editor.marks = data.marks;
    editor.sheet.mark(data.marks);
  }
  if (editor.version !== data.version) {
    const same = data.draft && data.draft === editor.game?.id;
    editor.version = data.version;
    if (!same) {
      open(editor, data);
    }
  }
  learn(editor, data.about);
  mend(editor, data.repaired);
  learnOffers(editor, data.offers);
}

export default function (component) {
  const { library } = component.data;
  loading ??= library ? import(new URL(library, document.baseURI).href).catch(() => null) : Promise.resolve(null);
  loading.then((codeMirror) => show(component, codeMirror));
}
