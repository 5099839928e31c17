// Starts the page: with the server that it came from.

import { Recorder } from "./recorder.js";
import { serverAdapter } from "./server_adapter.js";

const recorder = new Recorder(document.querySelector("main"), serverAdapter);
recorder.start();
