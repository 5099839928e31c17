// Asks the server that the page came from; all addresses are relative to the page.

async function fetched(address, options) {
  let response;
  try {
    response = await fetch(address, options);
  } catch {
    throw new Error("The server does not answer. What you recorded is kept; try again when it is back.");
  }
  if (!response.ok) throw new Error(`The server refuses this (${response.status}): ${(await response.text()).slice(0, 200)}`);
  return response.json();
}

/** An adapter: `ask` a question of ttrn.recording.answer, the `boards` there are, one `board` with its picture. */
export const serverAdapter = {
  name: "server",
  boards: () => fetched("boards.json"),
  board: (name) => fetched(`boards/${encodeURIComponent(name)}.json`),
  ask: (request) =>
    fetched("answer.json", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ version: 1, ...request }),
    }),
};
