// One act of the reader is one entry of the browser's history.
//
// Streamlit writes an address in pieces, each of which it makes an entry: the parameters of a page first and then its
// path, or a path first and then what the page says of itself. Whoever went back would meet each piece.

let acted = false;

function tidy() {
  if (history.pushState.isTidy) return;
  const push = history.pushState.bind(history);
  const write = (state, title, address) => {
    if (acted) push(state, title, address);
    else history.replaceState(state, title, address);
    acted = false;
  };
  history.pushState = Object.assign(write, { isTidy: true });
  for (const name of ["pointerdown", "keydown"]) addEventListener(name, () => (acted = true), true);
  addEventListener("popstate", () => (acted = false));
}

export default function () {
  tidy();
}
