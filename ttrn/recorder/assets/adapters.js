// Which engine answers: the server while there is one and until the engine in this browser is ready, then that one.

import { serverAdapter } from "./server_adapter.js";
import { engineHere, workerAdapter } from "./worker_adapter.js";

/** Return the adapter for this page; `say` is told in words what the page depends on, now and when that changes. */
export async function chosenAdapter(say) {
  const about = await engineHere();
  const home = about?.home;
  if (!about?.lock) {
    say("The server answers every tap.");
    return { ...serverAdapter, home };
  }
  const here = workerAdapter(about);
  here.complete.then(
    () => say(needsServer(about) ? "This page does without the server now. Only to load it again the server is needed." : ""),
    () => say(about.server ? "The server answers every tap: the rules do not run in this browser." : "The rules do not run in this browser."),
  );
  say(about.server ? "The server answers until the rules are in this browser …" : "Loading the rules … Names can be entered already.");
  return { ...(about.server ? changingOver(here, say) : here), home };
}

/** The server answers until the engine here is ready, and from when that fails; either stands in for the other. */
function changingOver(here, say) {
  let first = serverAdapter;
  here.ready.then(() => { first = here; }, () => {});
  const ask = async (request) => {
    const asked = first;
    try {
      return await asked.ask(request);
    } catch (error) {
      if (asked === here) {
        first = serverAdapter;
        say("The server answers every tap: the rules do not run in this browser any more.");
        return serverAdapter.ask(request);
      }
      if (!(await here.ready.then(() => true, () => false))) throw error;
      return here.ask(request);
    }
  };
  return { ...here, ask };
}

// A browser keeps pages for times without a network on localhost and by HTTPS only, and none of a dashboard.
function needsServer(about) {
  return about.server || (location.protocol.startsWith("http") && !globalThis.isSecureContext);
}
