// Which engine answers: the server while there is one and until the engine in this browser is ready, then that one.

import { serverAdapter } from "./server_adapter.js";
import { engineHere, workerAdapter } from "./worker_adapter.js";

/** Return the adapter for this page. */
export async function chosenAdapter() {
  const about = await engineHere();
  if (!about) return serverAdapter;
  const here = workerAdapter(about);
  return about.server ? changingOver(here) : here;
}

function changingOver(here) {
  const adapter = { ...serverAdapter };
  here.ready.then(
    () => Object.assign(adapter, { name: here.name, ask: here.ask }),
    () => {}, // the server goes on to answer
  );
  return adapter;
}
