// Questions that only the server can answer: what it finds is told as it comes, and ends when nobody wants to know.

class Asking {
  /** `url` is where to ask, `text` the record as this page shows it: what a view hides is not in it. */
  constructor({ url, text }) {
    this.url = url;
    this.text = text;
    this.control = null;
  }

  get busy() {
    return this.control !== null;
  }

  /** Ask; `heard` is told what comes, the last of it with `end`. A question that is under way is given up. */
  async ask(question, heard) {
    this.cancel();
    const control = new AbortController();
    this.control = control;
    let last = {};
    try {
      const body = JSON.stringify({ ...question, text: this.text });
      const answer = await fetch(this.url, { method: "POST", headers: { "content-type": "application/json" }, body, signal: control.signal });
      if (!answer.ok) throw new Error(String(answer.status));
      for await (const found of events(answer.body)) {
        last = found;
        if (!last.end) heard(last);
      }
    } catch {
      // Whatever went wrong on the way, there is no answer.
    }
    if (control.signal.aborted) return;
    this.control = null;
    heard(last.end ? last : { error: "the server does not answer", end: true });
  }

  cancel() {
    this.control?.abort();
    this.control = null;
  }
}

/** Give what a stream of events says. */
async function* events(body) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    const parts = (rest + value).split("\n\n");
    rest = parts.pop();
    for (const part of parts) yield JSON.parse(part.replace(/^data: /, ""));
  }
}
