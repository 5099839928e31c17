// What is typed into: CodeMirror, with the words of the notation in colour, what is wrong marked in its place, and what may
// stand at the cursor offered below it.
function notation({ StreamLanguage, Tag, HighlightStyle, syntaxHighlighting }) {
  // Not by their own names: some of them mean something else to CodeMirror.
  const named = (kind) => `ttrn-${GRAMMAR.categories[kind] ?? "wrong"}`;
  const tokenTable = Object.fromEntries(["", ...Object.keys(GRAMMAR.categories)].map((kind) => [named(kind), Tag.define()]));
  const language = StreamLanguage.define({
    startState: () => ({ inside: false, words: [] }),
    token(stream, state) {
      if (stream.sol()) {
        const inside = begins(stream.string, state.inside);
        state.words = wordsOf(stream.string, inside);
        state.inside = goesOn(stream.string, inside);
      }
      const [kind, from, to] = state.words.find((word) => word[2] > stream.pos) ?? ["", stream.string.length];
      const here = from <= stream.pos;
      stream.pos = here ? to : from;
      return here ? named(kind) : null;
    },
    tokenTable,
  });
  const styles = Object.entries(tokenTable).map(([name, tag]) => ({ tag, class: name.slice("ttrn-".length) }));
  return [language, syntaxHighlighting(HighlightStyle.define(styles))];
}

// What was found of another line than the one that stands there now is not shown in it.
function diagnostics(doc, marks) {
  return Object.entries(marks).flatMap(([number, { message, severity, text, spans }]) => {
    const line = number <= doc.lines && doc.line(Number(number));
    const same = line && line.text === text;
    return same ? spans.map(([from, to]) => ({ from: line.from + from, to: line.from + to, severity, message })) : [];
  });
}

function colouredSheet(parent, heard, library) {
  const { EditorState, EditorView, Compartment, keymap } = library;
  const limits = new Compartment();
  let limit = [];
  let asked = null;

  // The server is asked with the text, after a pause or at once; an answer to another question is none to this one.
  function offers(context) {
    const line = context.state.doc.lineAt(context.pos);
    if (!context.explicit && !context.state.sliceDoc(line.from, context.pos).trim()) {
      return null;
    }
    asked?.resolve(null);
    if (context.explicit) {
      heard.asked();
    }
    return new Promise((resolve) => {
      asked = { resolve, at: context.pos };
    });
  }

  const heed = EditorView.updateListener.of((update) => {
    const typed = update.transactions.filter((each) => each.docChanged && each.annotation(library.Transaction.userEvent));
    if (typed.length) {
      const { main } = update.startState.selection;
      const all = main.from === 0 && main.to === update.startState.doc.length;
      const pasted = typed.some((each) => each.isUserEvent("input.paste") || each.isUserEvent("input.drop"));
      heard.typed(pasted, all && update.startState.doc.toString().trim() !== "");
    }
    if (update.focusChanged && !update.view.hasFocus) {
      heard.left();
    }
  });

  const extensions = [
    library.lineNumbers(),
    library.lintGutter(),
    library.history(),
    library.drawSelection(),
    library.highlightActiveLine(),
    notation(library),
    library.autocompletion({ override: [offers], icons: false, activateOnCompletion: () => true }),
    keymap.of([
      ...library.completionKeymap,
      { key: "Tab", run: library.acceptCompletion },
      ...library.lintKeymap,
      ...library.historyKeymap,
      ...library.standardKeymap,
    ]),
    EditorView.contentAttributes.of(WRITING),
    heed,
  ];
  const state = (doc) => EditorState.create({ doc, extensions: [...extensions, limits.of(limit)] });
  const view = new EditorView({ state: state(""), parent, root: parent.getRootNode() });
  // As a box has it, for whoever looks at the page from outside.
  Object.defineProperty(view.contentDOM, "value", { get: () => view.state.doc.toString() });
  return {
    node: view.contentDOM,
    text: () => view.state.doc.toString(),
    fill: (text) => view.setState(state(text)),
    limit: (most, locked) => {
      limit = [EditorState.readOnly.of(locked), EditorState.changeFilter.of((change) => change.newDoc.length <= most)];
      view.dispatch({ effects: limits.reconfigure(limit) });
    },
    before: () => view.state.sliceDoc(0, view.state.selection.main.head),
    mark: (marks) => view.dispatch(library.setDiagnostics(view.state, diagnostics(view.state.doc, marks))),
    offer: (items) => {
      const at = view.state.selection.main.head;
      const options = (items ?? []).map(({ text, about, typed }) => ({
        label: text,
        detail: about,
        apply: (_, __, ___, to) =>
          view.dispatch({
            changes: { from: to - typed.length, to, insert: text },
            selection: { anchor: to - typed.length + text.length },
            userEvent: "input.complete",
          }),
      }));
      const from = at - (items?.[0]?.typed.length ?? 0);
      asked?.resolve(options.length && asked.at === at ? { from, options, filter: false } : null);
      asked = null;
    },
  };
}
