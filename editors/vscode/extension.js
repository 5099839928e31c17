// The client of `ttrn lsp`, and the board beside the text, which follows the cursor.
const vscode = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

const PAUSE = 80; // milliseconds after the cursor has moved
let client;
let board;

async function activate(context) {
  const [command, ...args] = vscode.workspace.getConfiguration("ttrn").get("server.command");
  client = new LanguageClient("ttrn", "TTRN", { command, args }, { documentSelector: [{ language: "ttrn" }] });
  context.subscriptions.push(
    vscode.commands.registerCommand("ttrn.showBoard", showBoard),
    vscode.window.onDidChangeTextEditorSelection(({ textEditor }) => follow(textEditor)),
    vscode.window.onDidChangeActiveTextEditor(follow),
    vscode.window.onDidChangeActiveColorTheme(() => follow(vscode.window.activeTextEditor)),
  );
  try {
    await client.start();
  } catch (error) {
    const advice = 'pip install "ttrn[lsp]" brings it; the setting ttrn.server.command says where it is';
    vscode.window.showErrorMessage(`The language server "${command}" does not start: ${advice}. (${error.message})`);
  }
}

function deactivate() {
  return client?.stop();
}

function showBoard() {
  if (board) {
    board.panel.reveal(undefined, true);
  } else {
    const where = { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true };
    const panel = vscode.window.createWebviewPanel("ttrn.board", "Board", where, { enableScripts: false });
    board = { panel, timer: undefined, asked: 0 };
    panel.onDidDispose(() => (board = undefined));
  }
  follow(vscode.window.activeTextEditor);
}

function follow(editor) {
  if (!board || editor?.document.languageId !== "ttrn") {
    return;
  }
  clearTimeout(board.timer);
  board.timer = setTimeout(() => draw(editor.document.uri, editor.selection.active.line), PAUSE);
}

async function draw(uri, line) {
  const asked = ++board.asked;
  const kind = vscode.window.activeColorTheme.kind;
  const dark = kind === vscode.ColorThemeKind.Dark || kind === vscode.ColorThemeKind.HighContrast;
  const found = await vscode.commands.executeCommand("ttrn.board", uri.toString(), line, dark ? "dark" : "light");
  if (!board || asked !== board.asked) {
    return; // closed, or the cursor has gone on
  }
  board.panel.title = found?.title ?? "Board";
  board.panel.webview.html = page(found?.svg ?? "<p>There is no board here: the cursor is in no game that can be replayed.</p>");
}

function page(content) {
  const policy = "default-src 'none'; style-src 'unsafe-inline'";
  return `<!doctype html><html lang="en"><head><meta http-equiv="Content-Security-Policy" content="${policy}">
<style>body{margin:0}svg{display:block;width:100%;height:auto;max-height:100vh}</style></head><body>${content}</body></html>`;
}

module.exports = { activate, deactivate };
