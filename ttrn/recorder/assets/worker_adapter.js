// The engine in this browser, as the page asks it: in a worker, or in the page itself where no worker can be started.
import { startEngine } from "./engine.js";
import { opener } from "./engine_files.js";

/** Return what is to be known of the engine's files, beside this one or in the page; null where there are none. */
export async function engineHere() {
  const place = globalThis.ttrnInside ?? beside();
  try {
    const about = JSON.parse(await place.text("engine.json"));
    return about && { ...place, ...about };
  } catch {
    return null;
  }
}

/**
 * Start the engine and return at once an adapter as the page wants it: `boards` and `board` answer immediately, `ask`
 * when the engine is there, which `ready` tells; it rejects where the engine cannot run. `answer` is `ask` for text.
 */
export function workerAdapter({ text, worker, files, ...place }) {
  const started = async () => {
    const start = { ...place, files: await files?.() };
    return inWorker(worker, start).catch(() => inPage(start));
  };
  const ready = started();
  const answer = async (question) => (await ready)(question);
  return {
    name: "worker",
    ready,
    boards: async () => JSON.parse(await text("boards.json")),
    board: async (name) => JSON.parse(await text(`boards/${name}.json`)),
    ask: async (request) => JSON.parse(await answer(JSON.stringify({ version: 1, ...request }))),
    answer,
  };
}

function beside() {
  const address = new URL(".", import.meta.url).href;
  const open = opener(address);
  return { address, worker: new URL("worker.js", address).href, text: async (name) => (await open(name)).text() };
}

function inWorker(module, start) {
  return new Promise((resolve, reject) => {
    const worker = new Worker(module, { type: "module" });
    const waiting = new Map();
    let last = 0;
    const answer = (ask) =>
      new Promise((done, fail) => {
        last += 1;
        waiting.set(last, { done, fail });
        worker.postMessage({ id: last, ask });
      });
    worker.onerror = (event) => {
      event.preventDefault();
      reject(new Error(event.message || "the worker does not start"));
    };
    worker.onmessage = ({ data }) => {
      if (data.ready) resolve(answer);
      else if (data.id === undefined) {
        worker.terminate();
        reject(new Error(data.failed));
      } else {
        const { done, fail } = waiting.get(data.id);
        waiting.delete(data.id);
        if (data.failed === undefined) done(data.answer);
        else fail(new Error(data.failed));
      }
    };
    worker.postMessage({ start });
  });
}

async function inPage(start) {
  const answer = await startEngine(start);
  return async (ask) => answer(ask);
}
