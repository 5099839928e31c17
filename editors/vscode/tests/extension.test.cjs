// The extension as VS Code runs it, but in a stand-in for VS Code, with the real `ttrn lsp`: it starts the server, the
// server finds what is wrong in a record that is open, and the picture of the board follows the cursor.
//
// Of the stand-in only what this looks at is made by hand. All else is a name that can be called, constructed and asked
// for more names, which is enough for the language client.
const assert = require("node:assert/strict");
const { Module } = require("node:module");
const test = require("node:test");

const COMMAND = (process.env.TTRN_LSP ?? "ttrn lsp").split(" ");
const RECORD = '[Game "usa"]\nplayer ann\nplayer bob\n1. ann draw ? ?\n2. bob claim SEA-POR RR\n3. ann claim SEA-VAN R\n';

function anything(known = {}) {
  return new Proxy(function () {}, {
    get: (target, name) => {
      if (name in known) return known[name];
      if (typeof name === "symbol" || name === "then" || name === "prototype") return target[name];
      return (known[name] = anything());
    },
    set: (_, name, value) => ((known[name] = value), true),
    apply: () => anything({ dispose() {} }),
    construct: () => anything({ dispose() {} }),
  });
}

class EventEmitter {
  listeners = new Set();
  event = (listener, self) => {
    const heard = self ? listener.bind(self) : listener;
    this.listeners.add(heard);
    return { dispose: () => this.listeners.delete(heard) };
  };
  fire(value) {
    return [...this.listeners].map((listener) => listener(value));
  }
  dispose() {}
}

class Position {
  constructor(line, character) {
    Object.assign(this, { line, character });
  }
}
class Range {
  constructor(...at) {
    [this.start, this.end] = at.length === 4 ? [new Position(at[0], at[1]), new Position(at[2], at[3])] : at;
  }
}
class Diagnostic {
  constructor(range, message, severity) {
    Object.assign(this, { range, message, severity });
  }
}

const uri = { scheme: "file", path: "/evening.ttrn", fsPath: "/evening.ttrn", toString: () => "file:///evening.ttrn" };
const document = { uri, languageId: "ttrn", version: 1, isClosed: false, getText: () => RECORD, fileName: uri.fsPath };
const editor = { document, selection: { active: new Position(3, 0) } };
const [moved, switched, themed, changed, told] = Array.from({ length: 5 }, () => new EventEmitter());
const commands = {};
const panels = [];
const problems = new EventEmitter();

const vscode = anything({
  version: "1.100.0",
  EventEmitter,
  Position,
  Range,
  Diagnostic,
  Disposable: Object.assign(function (dispose) { this.dispose = dispose; }, { from: () => ({ dispose() {} }) }),
  CancellationTokenSource: class { token = { isCancellationRequested: false, onCancellationRequested: told.event }; dispose() {} cancel() {} },
  ColorThemeKind: { Light: 1, Dark: 2, HighContrast: 3, HighContrastLight: 4 },
  ViewColumn: { Beside: -2 },
  DiagnosticSeverity: { Error: 0, Warning: 1, Information: 2, Hint: 3 },
  env: { language: "en", appName: "stand-in" },
  Uri: { parse: (text) => ({ ...uri, toString: () => text }), file: () => uri },
  commands: {
    registerCommand(name, work) {
      commands[name] = work;
      return { dispose() {} };
    },
    executeCommand: (name, ...args) => commands[name](...args),
  },
  languages: anything({
    match: (selector, one) => (one.languageId === "ttrn" ? 10 : 0),
    createDiagnosticCollection: () => ({ set: (_, found) => problems.fire(found), clear() {}, dispose() {}, delete() {} }),
  }),
  window: anything({
    activeTextEditor: editor,
    visibleTextEditors: [editor],
    activeColorTheme: { kind: 2 },
    tabGroups: { all: [], onDidChangeTabs: told.event },
    showErrorMessage: (text) => assert.fail(text),
    onDidChangeTextEditorSelection: moved.event,
    onDidChangeActiveTextEditor: switched.event,
    onDidChangeActiveColorTheme: themed.event,
    onDidChangeVisibleTextEditors: told.event,
    createWebviewPanel(...how) {
      const drawn = new EventEmitter();
      const webview = { set html(text) { drawn.fire(text); } };
      const panel = { how, webview, drawn, title: "", reveal() {}, onDidDispose: told.event };
      panels.push(panel);
      return panel;
    },
  }),
  workspace: anything({
    textDocuments: [document],
    notebookDocuments: [],
    workspaceFolders: undefined,
    getConfiguration: () => ({ get: (name, usual) => (name === "server.command" ? COMMAND : usual) }),
    onDidChangeTextDocument: changed.event,
    ...Object.fromEntries(
      ["OpenTextDocument", "CloseTextDocument", "SaveTextDocument", "ChangeConfiguration", "ChangeWorkspaceFolders"].map(
        (name) => [`onDid${name}`, told.event],
      ),
    ),
  }),
});

const load = Module._load;
Module._load = (name, ...more) => (name === "vscode" ? vscode : load(name, ...more));
const extension = require("../extension.js");

const next = (emitter, wanted) =>
  new Promise((resolve) => {
    const { dispose } = emitter.event((value) => wanted(value) && (dispose(), resolve(value)));
  });

test("it starts the server, shows what is wrong, and the board follows the cursor", { timeout: 120_000 }, async () => {
  const found = next(problems, (list) => list.length > 0);
  await extension.activate({ subscriptions: [] });
  const [problem] = await found;
  assert.equal(problem.range.start.line, 4);
  assert.match(problem.message, /bob pays 2 red/);
  assert.equal(problem.code.value ?? problem.code, "CLAIM-2");

  commands["ttrn.showBoard"]();
  const [panel] = panels;
  assert.equal(panel.how[3].enableScripts, false);
  const first = await next(panel.drawn, () => true);
  assert.match(first, /<svg/);
  assert.doesNotMatch(first, /<g[^>]*data-owner="0"/);

  editor.selection.active = new Position(5, 0);
  moved.fire({ textEditor: editor });
  const second = await next(panel.drawn, () => true);
  assert.match(second, /<g[^>]*data-owner="0"/);
  assert.match(panel.title, /turn 3/);

  vscode.window.activeColorTheme = { kind: 1 };
  themed.fire();
  assert.notEqual(await next(panel.drawn, () => true), second);
  await extension.deactivate();
});
