// Who was likely to win, turn by turn: the probabilities of all seats on top of each other, in step with the board.

const WINNING = { height: 96, top: 12, bottom: 4 };
const SWINGS = 3; // so many turns are marked that moved the probabilities most

class Winning extends Chart {
  /** Draw the values of the main line as far as the path follows it, over as many steps as the other chart has. */
  plot(path, values, players, steps) {
    this.plotted = [path, values, players, steps];
    this.svg.setAttribute("viewBox", `0 0 ${this.width} ${WINNING.height}`);
    this.last = path.length - 1;
    this.steps = steps;
    this.path = path;
    this.players = players;
    this.rows = path.filter(({ line }) => line === 0).map(({ index }) => values.win[index]);
    const areas = players.map((_, seat) => this.area(seat));
    this.cursor = draw("line", { class: "cursor", y1: WINNING.top, y2: WINNING.height - WINNING.bottom });
    const dots = this.marks(path.slice(0, this.rows.length), (index, seat) => this.y((this.upTo(index, seat) + this.upTo(index, seat + 1)) / 2));
    this.svg.replaceChildren(...areas, ...this.swings(), this.cursor, ...dots);
  }

  y(share) {
    return WINNING.top + (1 - share) * (WINNING.height - WINNING.top - WINNING.bottom);
  }

  /** Return the share of the first so many seats at a turn. */
  upTo(index, seats) {
    return this.rows[index].slice(0, seats).reduce((sum, one) => sum + one, 0) / 1000;
  }

  /** Draw the band of a seat: from the seats before it up to its own. */
  area(seat) {
    const edge = (seats) => this.rows.map((_, index) => [this.x(index), this.y(this.upTo(index, seats))]);
    const points = [...edge(seat + 1), ...edge(seat).reverse()];
    return draw("polygon", { class: "band", points: points.map(([x, y]) => `${x.toFixed(1)},${y.toFixed(1)}`).join(" "), ...paint(seat) });
  }

  /** Mark the turns that moved the probabilities most; each says what it did. */
  swings() {
    const moved = this.rows.slice(1).map((row, index) => ({ index: index + 1, by: Math.max(...row.map((one, seat) => Math.abs(one - this.rows[index][seat]))) }));
    const largest = moved.sort((one, other) => other.by - one.by || one.index - other.index).slice(0, SWINGS);
    return largest.filter(({ by }) => by > 0).map(({ index }) => {
      const mark = draw("path", { class: "swing", d: `M${(this.x(index) - 5).toFixed(1)} 1h10l-5 8z` });
      const title = draw("title");
      title.textContent = `${this.path[index].frame.text}: ${this.words(index - 1)} → ${this.words(index)}`;
      mark.append(title);
      return mark;
    });
  }

  /** Return the probabilities at a turn in words; nothing where a variation has none. */
  words(index) {
    const row = this.rows[index];
    return row ? this.players.map(({ name }, seat) => `${name} ${Math.round(row[seat] / 10)} %`).join(", ") : "";
  }

  describe(index) {
    return [super.describe(index), this.words(index)].filter(Boolean).join(" · ");
  }

  show(index) {
    this.index = index;
    for (const end of ["x1", "x2"]) this.cursor.setAttribute(end, this.x(index));
  }
}
