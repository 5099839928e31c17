// The points by turn: a line for each player, a cursor at the present turn. It is drawn once for each line of play.

const CHART = { width: 760, height: 170, left: 34, right: 30, top: 14, bottom: 22 };
const APART = 11; // the least distance of two labels

class Chart {
  /** `go(index)` goes to a turn; `hint` is a box that names the turn that somebody points at. */
  constructor(svg, go, hint) {
    this.svg = svg;
    this.hint = hint;
    this.go = go;
    this.pressed = false;
    this.width = CHART.width;
    this.resized = new ResizeObserver(() => this.resize());
    this.resized.observe(svg);
    svg.addEventListener("pointerdown", (event) => {
      this.pressed = true;
      svg.setPointerCapture(event.pointerId);
      this.jump(event);
    });
    svg.addEventListener("pointermove", (event) => {
      if (this.pressed) this.jump(event);
      if (event.pointerType === "mouse") this.point(event);
    });
    svg.addEventListener("pointerleave", () => show(hint, false));
    for (const name of ["pointerup", "pointercancel"]) svg.addEventListener(name, () => (this.pressed = false));
  }

  /** Draw the lines; `totals` are the final scores, which stand behind the last turn, `ending` those at each turn. */
  plot(path, scores, totals, ending) {
    this.plotted = [path, scores, totals, ending];
    this.svg.setAttribute("viewBox", `0 0 ${this.width} ${CHART.height}`);
    const every = [...scores.flat(), ...(totals ?? []), ...ending.totals.flat()];
    this.steps = path.length - 1 + (totals ? Math.max(1, Math.round(path.length * 0.04)) : 0);
    this.last = path.length - 1;
    this.low = Math.min(0, ...every);
    this.high = Math.max(10, ...every);
    this.svg.replaceChildren(...this.grid(path), ...this.endings(ending), ...this.lines(scores, totals));
    this.cursor = draw("line", { class: "cursor", y1: CHART.top, y2: CHART.height - CHART.bottom });
    this.dots = scores.map((_, seat) => draw("circle", { class: "dot", r: 4, ...paint(seat) }));
    this.svg.append(this.cursor, ...this.dots);
    this.scores = scores;
  }

  /** Draw anew where the chart has another width: its letters keep their size. */
  resize() {
    const width = Math.max(240, Math.round(this.svg.clientWidth));
    if (width === this.width || !this.plotted || !this.svg.clientWidth) return;
    this.width = width;
    this.plot(...this.plotted);
    this.show(this.index);
  }

  stop() {
    this.resized.disconnect();
  }

  x(index) {
    return CHART.left + ((this.width - CHART.left - CHART.right) * index) / Math.max(1, this.steps);
  }

  y(points) {
    const share = (points - this.low) / Math.max(1, this.high - this.low);
    return CHART.height - CHART.bottom - share * (CHART.height - CHART.top - CHART.bottom);
  }

  grid(path) {
    const parts = [];
    const step = [5, 10, 20, 50, 100].find((size) => (this.high - this.low) / size <= 5) ?? 200;
    for (let points = Math.ceil(this.low / step) * step; points <= this.high; points += step) {
      const y = this.y(points);
      parts.push(draw("line", { class: "grid", x1: CHART.left, x2: this.width - CHART.right, y1: y, y2: y }));
      parts.push(label(CHART.left - 6, y + 3.5, String(points), "end"));
    }
    const every = [5, 10, 20, 50, 100].find((size) => path.length / size <= 9) ?? 500;
    path.forEach(({ frame }, index) => {
      if (frame.seat !== undefined && frame.n % every === 0) parts.push(label(this.x(index), CHART.height - 6, String(frame.n), "middle"));
    });
    return parts;
  }

  lines(scores, totals) {
    const ends = scores.map((points, seat) => this.y(totals ? totals[seat] : points[this.last]));
    return scores.flatMap((points, seat) => {
      const d = points.map((value, index) => `${index ? "L" : "M"}${this.x(index).toFixed(1)} ${this.y(value).toFixed(1)}`).join("");
      const found = [
        draw("path", { class: "edge", d }),
        draw("path", { class: "line", d, style: `stroke: var(--seat-${seat})` }),
      ];
      if (totals) {
        const from = `M${this.x(this.last)} ${this.y(points[this.last])}`;
        found.push(draw("path", { class: "final", d: `${from}L${this.x(this.steps)} ${this.y(totals[seat])}`, style: `stroke: var(--seat-${seat})` }));
        found.push(draw("circle", { class: "dot", r: 4, cx: this.x(this.steps), cy: this.y(totals[seat]), ...paint(seat) }));
      }
      return [...found, label(this.width - CHART.right + 7, spread(ends)[seat] + 3.5, `${seat + 1}`, "start")];
    });
  }

  /** Draw for each seat the totals as if the game ended at each turn, and a mark for each change of the lead. */
  endings({ totals, changes }) {
    const lines = totals.flatMap((row, seat) => {
      let pen = "M";
      const d = row.map((total, index) => {
        const step = total === null ? "" : `${pen}${this.x(index).toFixed(1)} ${this.y(total).toFixed(1)}`;
        pen = total === null ? "M" : "L";
        return step;
      }).join("");
      if (!d) return [];
      return [draw("path", { class: "now-edge", d }), draw("path", { class: "now-line", d, style: `stroke: var(--seat-${seat})` })];
    });
    const marks = changes.map(({ index, seat, text }) => {
      const mark = draw("path", { class: "lead", d: `M${(this.x(index) - 5).toFixed(1)} 1h10l-5 8z`, ...paint(seat) });
      const title = draw("title");
      title.textContent = text;
      mark.append(title);
      return mark;
    });
    return [...lines, ...marks];
  }

  show(index) {
    this.index = index;
    const x = this.x(index);
    this.cursor.setAttribute("x1", x);
    this.cursor.setAttribute("x2", x);
    this.dots.forEach((dot, seat) => {
      dot.setAttribute("cx", x);
      dot.setAttribute("cy", this.y(this.scores[seat][index]));
    });
  }

  jump(event) {
    this.go(this.indexAt(event));
  }

  /** Name the turn that somebody points at, below the chart. */
  point(event) {
    put(this.hint, this.describe(this.indexAt(event)));
    show(this.hint, true);
    const [box, own] = [this.hint.parentElement.getBoundingClientRect(), this.svg.getBoundingClientRect()];
    this.hint.style.left = `${((event.clientX - box.left) / box.width) * (box.width - this.hint.offsetWidth)}px`;
    this.hint.style.top = `${own.bottom - box.top}px`;
  }

  /** Return what a turn was. */
  describe(index) {
    const { frame } = this.plotted[0][index];
    return frame.seat === undefined ? "Setup" : `${frame.n}. ${frame.words}`;
  }

  indexAt(event) {
    const box = this.svg.getBoundingClientRect();
    const x = ((event.clientX - box.left) / box.width) * this.width;
    const share = (x - CHART.left) / (this.width - CHART.left - CHART.right);
    return Math.max(0, Math.min(this.last, Math.round(share * this.steps)));
  }

  /** Draw a dot for each annotated turn of a path, in the colour of its mark; `y(index, seat)` says how high. */
  marks(path, y) {
    return path.flatMap(({ frame }, index) => {
      const mark = frame.marks?.at(-1);
      if (!(mark in MARKS) || frame.seat === undefined) return [];
      const dot = draw("circle", { class: "mark-dot", "data-mark": mark, r: 4, cx: this.x(index).toFixed(1), cy: y(index, frame.seat).toFixed(1) });
      const title = draw("title");
      title.textContent = `${frame.text}: ${MARKS[mark]}`;
      dot.append(title);
      return [dot];
    });
  }
}

/** Move places apart that are too close to each other, as little as possible from above. */
function spread(places) {
  const order = places.map((place, index) => ({ place, index })).sort((one, other) => one.place - other.place);
  const found = [...places];
  let least = -Infinity;
  for (const { place, index } of order) {
    found[index] = Math.max(place, least);
    least = found[index] + APART;
  }
  return found;
}

function paint(seat) {
  return { style: `fill: var(--seat-${seat}); stroke: var(--seat-${seat}-edge)` };
}

function label(x, y, text, anchor) {
  const found = draw("text", { class: "label", x, y, "text-anchor": anchor });
  found.textContent = text;
  return found;
}
