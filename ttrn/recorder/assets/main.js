// Starts the page, with the engine that is there: the server that it came from, or the one in this browser.

import { chosenAdapter } from "./adapters.js";
import { Recorder } from "./recorder.js";

const recorder = new Recorder(document.querySelector("main"), await chosenAdapter());
recorder.start();
