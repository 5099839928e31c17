// The engine beside the page: starts it, says so, and answers one question after the other.
//
// Messages in: { start: what startEngine takes } first, then { id, ask: text }.
// Messages out: { ready: true } or { failed: text }, then { id, answer: text } or { failed: text }.
import { startEngine } from "./engine.js";

let answer;

addEventListener("message", async ({ data }) => {
  if (data.start) {
    try {
      answer = await startEngine(data.start);
      postMessage({ ready: true });
    } catch (error) {
      postMessage({ failed: String(error) });
    }
    return;
  }
  try {
    postMessage({ id: data.id, answer: answer(data.ask) });
  } catch (error) {
    postMessage({ failed: String(error) });
  }
});
