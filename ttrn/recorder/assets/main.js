// Starts the page, with the engine that is there: the server that it came from, or the one in this browser.

import { chosenAdapter } from "./adapters.js";
import { make } from "./dom.js";
import { Recorder } from "./recorder.js";

const [told, ways] = document.querySelector("footer").children;
const say = (words) => { told.textContent = words; };
const adapter = await chosenAdapter(say);
const recorder = new Recorder(document.querySelector("main"), adapter);
if (adapter.home) {
  const link = (label, address) => make("a", { href: `${adapter.home}${address}` }, label);
  ways.append(link("Dashboard", ""), link("My games", "mine"));
}
recorder.start();
