// The editor: what is typed goes to the server after a pause, marks come back. The text is only ever set from outside
// when its version changes, so that nothing is lost that was typed meanwhile.
const PAUSE = 350;
const editors = new WeakMap();

function paint(editor) {
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
      row.title = wrong;
    }
    rows.append(row, "\n");
  }
  editor.gutter.replaceChildren(rows);
  editor.gutter.scrollTop = editor.area.scrollTop;
}

function start(parent) {
  const editor = {
    area: parent.querySelector("textarea"),
    gutter: parent.querySelector(".gutter"),
    marks: {},
    version: null,
    timer: 0,
    send: () => {},
  };
  const send = () => {
    clearTimeout(editor.timer);
    editor.send({ version: editor.version, text: editor.area.value });
  };
  editor.area.addEventListener("input", () => {
    paint(editor);
    clearTimeout(editor.timer);
    editor.timer = setTimeout(send, PAUSE);
  });
  editor.area.addEventListener("blur", () => {
    if (editor.timer) {
      send();
      editor.timer = 0;
    }
  });
  editor.area.addEventListener("scroll", () => {
    editor.gutter.scrollTop = editor.area.scrollTop;
  });
  // Keys typed here are text, not the shortcuts of the page.
  editor.area.addEventListener("keydown", (event) => event.stopPropagation());
  return editor;
}

export default function ({ data, parentElement, setStateValue }) {
  let editor = editors.get(parentElement);
  if (!editor) {
    editor = start(parentElement);
    editors.set(parentElement, editor);
  }
  editor.send = (typed) => setStateValue("typed", typed);
  editor.marks = data.marks;
  editor.area.maxLength = data.most;
  if (editor.version !== data.version) {
    editor.version = data.version;
    editor.area.value = data.text;
    editor.look = "";
  }
  paint(editor);
}
