// What may stand at the cursor, below it in a list: arrows choose, Enter or Tab takes, Escape leaves.
function caret(area) {
  const before = area.value.slice(0, area.selectionStart);
  const line = before.split("\n").length - 1;
  const typed = before.slice(before.lastIndexOf("\n") + 1);
  return { line, typed, column: [...typed].length };
}

function hideOffers(editor) {
  editor.offers.hidden = true;
  editor.offered = [];
  editor.area.removeAttribute("aria-activedescendant");
}

function chooseOffer(editor, chosen) {
  const rows = [...editor.offers.children];
  editor.chosen = (chosen + rows.length) % rows.length;
  rows.forEach((row, i) => row.setAttribute("aria-selected", String(i === editor.chosen)));
  rows[editor.chosen].scrollIntoView({ block: "nearest" });
  editor.area.setAttribute("aria-activedescendant", rows[editor.chosen].id);
}

// Shows those of the offers that what was typed begins; `found` are those of the server for the text and place as they are.
function showOffers(editor, found) {
  const { area, offers } = editor;
  const { line, typed } = caret(area);
  hideOffers(editor);
  if (!found.length || area.getRootNode().activeElement !== area) {
    return;
  }
  const rows = found.map((offer, i) => {
    const row = document.createElement("li");
    row.id = `offer${i}`;
    row.setAttribute("role", "option");
    row.append(Object.assign(document.createElement("b"), { textContent: offer.text }));
    row.append(Object.assign(document.createElement("span"), { textContent: offer.about }));
    row.addEventListener("mousedown", (event) => {
      event.preventDefault();
      takeOffer(editor, i);
    });
    return row;
  });
  offers.replaceChildren(...rows);
  const part = found[0].typed;
  const style = getComputedStyle(area);
  const height = parseFloat(style.lineHeight);
  const below = parseFloat(style.paddingTop) + (line + 1) * height - area.scrollTop;
  offers.style.left = `calc(${style.paddingLeft} + ${typed.length - part.length}ch - ${area.scrollLeft}px)`;
  offers.hidden = false;
  const fits = below + offers.offsetHeight <= area.clientHeight;
  offers.style.top = `${fits ? below : Math.max(0, below - height - offers.offsetHeight)}px`;
  editor.offered = found;
  chooseOffer(editor, 0);
}

function takeOffer(editor, which) {
  const { area } = editor;
  const { text, typed } = editor.offered[which];
  hideOffers(editor);
  area.setSelectionRange(area.selectionStart - typed.length, area.selectionStart);
  // As if it had been typed, so that it can be taken back like it.
  if (!document.execCommand("insertText", false, text)) {
    area.setRangeText(text, area.selectionStart, area.selectionEnd, "end");
    area.dispatchEvent(new InputEvent("input", { inputType: "insertText" }));
  }
}

// Returns whether a key was for the list.
function offerKey(editor, event) {
  if (event.key === " " && event.ctrlKey) {
    editor.wanted = true;
    send(editor);
    return true;
  }
  if (editor.offers.hidden) {
    return false;
  }
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step) {
    chooseOffer(editor, editor.chosen + step);
  } else if (event.key === "Enter" || event.key === "Tab") {
    takeOffer(editor, editor.chosen);
  } else if (event.key === "Escape") {
    hideOffers(editor);
  } else {
    return false;
  }
  return true;
}

// What the server offers is for a text and a place: it is shown if both are still the same, and something was typed.
function learnOffers(editor, found) {
  if (!found || editor.offersOf === found.asked || found.asked !== editor.asked) {
    return;
  }
  editor.offersOf = found.asked;
  const { line, column, typed } = caret(editor.area);
  const same = found.serial === editor.serial && found.line === line && found.column === column;
  if (same && (editor.wanted || (editor.typing && typed.trim()))) {
    showOffers(editor, found.items);
  }
  editor.wanted = false;
}
