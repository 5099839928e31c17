// What the replay has to do with the rest of the page: the address, keys that belong to others, the theme.

/** The address of the page while a game is shown: the browser writes the turn into it, and nobody else. */
class Address {
  constructor(game) {
    this.game = game;
    this.place = placeOf(location);
  }

  /** Tell whether the address still is that of the game; if not, the reader is on the way to somewhere else. */
  isHere() {
    return placeOf(location) === this.place;
  }

  /** Put game and turn into the address. It is no new one: back leads to where the reader came from. */
  write(turn) {
    if (!this.isHere()) return;
    const address = new URL(location.href);
    const { searchParams } = address;
    if (!searchParams.has("share") && !searchParams.has("game")) searchParams.set("game", this.game.slice(0, 16));
    if (turn !== null) searchParams.set("turn", turn);
    this.place = placeOf(address);
    if (address.href !== location.href) history.replaceState(history.state, "", address);
  }

  /** Return the turn that the address names, null if it names none. */
  turn() {
    const named = new URLSearchParams(location.search).get("turn") ?? "";
    return /^[0-9]+$/.test(named) ? Number(named) : null;
  }
}

/** Return the page and the game that an address names. */
function placeOf({ pathname, search }) {
  const named = new URLSearchParams(search);
  return [pathname, named.get("game"), named.get("share")].join(" ");
}

/** Tell whether a key belongs to something else on the page: a field, a table, a menu, another slider. */
function isTyping(event) {
  const target = event.composedPath()[0];
  if (!(target instanceof Element) || target.dataset.part === "slider") return false;
  const taken = "input, textarea, select, [contenteditable], [role=grid], [role=listbox], [role=menu], [role=slider], [role=tablist], canvas, table";
  if (target.closest(taken)) return true;
  const outside = event.composedPath().find((part) => part instanceof Element && part.shadowRoot);
  return Boolean(outside?.closest(taken));
}

/** Tell whether a background is dark, from its colour as the page has it. */
function isDark(color) {
  const probe = document.createElement("canvas").getContext("2d");
  probe.fillStyle = "#ffffff";
  probe.fillStyle = color.trim() || "#ffffff";
  const value = parseInt(probe.fillStyle.slice(1, 7), 16);
  return 0.299 * (value >> 16) + 0.587 * ((value >> 8) & 255) + 0.114 * (value & 255) < 128;
}
