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
 * when the engine is there, which `ready` tells; it rejects where the engine cannot run. When it is `complete`, all boards
 * are here too, and nothing more is fetched. `answer` is `ask` for text.
 *
 * Where no server could answer, the page itself does without a worker, and an engine that fails is started once more.
 */
export function workerAdapter({ text, worker, files, server, ...place }) {
  const started = async () => {
    const start = { ...place, files: await files?.() };
    const found = inWorker(worker, start);
    return server ? found : found.catch(() => inPage(start));
  };
  const ready = started();
  let engine = ready;
  const answer = async (question) => {
    try {
      return await (await engine)(question);
    } catch (error) {
      if (server) throw error;
      engine = started();
      return (await engine)(question);
    }
  };
  const data = kept(text);
  const boards = () => data("boards.json");
  const board = (name) => data(`boards/${name}.json`);
  const complete = ready.then(async () => { await Promise.all((await boards()).map(({ name }) => board(name))); });
  return {
    name: "worker",
    ready,
    complete,
    boards,
    board,
    ask: async (request) => JSON.parse(await answer(JSON.stringify({ version: 1, ...request }))),
    answer,
  };
}

/** Return a function from the name of a file to its data, which is asked for once. */
function kept(text) {
  const found = new Map();
  return (name) => {
    if (!found.has(name)) {
      const data = text(name).then(JSON.parse);
      found.set(name, data);
      data.catch(() => found.delete(name));
    }
    return found.get(name);
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
    let failure = null;
    // Python that has failed once cannot be trusted with the next question.
    const fail = (message) => {
      failure ??= new Error(message);
      worker.terminate();
      reject(failure);
      for (const one of waiting.values()) one.fail(failure);
      waiting.clear();
    };
    const answer = (ask) =>
      new Promise((done, failed) => {
        if (failure) throw failure;
        last += 1;
        waiting.set(last, { done, fail: failed });
        worker.postMessage({ id: last, ask });
      });
    worker.onerror = (event) => {
      event.preventDefault();
      fail(event.message || "the worker does not start");
    };
    worker.onmessage = ({ data }) => {
      if (data.ready) resolve(answer);
      else if (data.failed !== undefined) fail(data.failed);
      else {
        const { done } = waiting.get(data.id);
        waiting.delete(data.id);
        done(data.answer);
      }
    };
    worker.postMessage({ start });
  });
}

async function inPage(start) {
  const answer = await startEngine(start);
  return async (ask) => answer(ask);
}
