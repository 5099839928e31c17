// The engine in a browser: Pyodide with ttrn's own Python, which answers every question. No rules stand here.
import { importer, opener } from "./engine_files.js";

const WASM = "pyodide.asm.wasm";
const LIBRARY = "python_stdlib.zip";

/** Start the engine; resolves with a function from a question to its answer, both JSON as text. */
export async function startEngine(start) {
  return (await startPython(start)).pyimport("ttrn.recording").answer_json;
}

/**
 * Start Python with ttrn ready in it; resolves with Pyodide.
 *
 * Its files are at an `address`, or in `files`. With `snapshot` Python is not started, but continued from a picture of
 * its memory in which ttrn is ready; else `core.zip` is unpacked and imported. `lock` is what Pyodide wants to be told of
 * packages that it could fetch: there are none.
 */
export async function startPython({ snapshot, lock, address, files }) {
  const open = opener(address, files);
  const load = importer(address, files);
  const opened = {
    [WASM]: open(`${WASM}.packed`).then((response) => unpacked(response, "application/wasm")),
    [LIBRARY]: open(LIBRARY),
  };
  const place = address ?? "https://inside.invalid/"; // never asked: what is inside the page is found by its name
  const memory = snapshot ? await unpacked(await open("snapshot.packed")).arrayBuffer() : null;
  const core = snapshot ? null : open("core.zip").then((response) => response.arrayBuffer());
  const [{ loadPyodide }, { default: createPyodideModule }] = await Promise.all([
    load("pyodide.mjs"),
    load("pyodide.asm.mjs"),
  ]);
  const pyodide = await fetchingFrom(opened, () =>
    loadPyodide({
      createPyodideModule: async (settings) => grown(await createPyodideModule(settings), memory?.byteLength ?? 0),
      indexURL: place,
      stdLibURL: new URL(LIBRARY, place).href,
      lockFileContents: lock,
      ...(memory ? { _loadSnapshot: memory } : {}),
    }),
  );
  if (core) prepare(pyodide, new Uint8Array(await core));
  return pyodide;
}

/** Unpack ttrn's core beside Python, import it and let it read its files. */
function prepare(pyodide, core) {
  pyodide.unpackArchive(core, "zip", { extractDir: "/core" });
  pyodide.runPython('import sys\nsys.path.append("/core")\nfrom ttrn.recording.ready import make_ready\nmake_ready()');
}

function unpacked(response, type = "application/octet-stream") {
  const body = response.body.pipeThrough(new DecompressionStream("gzip"));
  return new Response(body, { headers: { "Content-Type": type } });
}

// Pyodide puts a snapshot into the memory that it begins with, which may be too small for it. What is taken here is
// forgotten at once, since the snapshot takes its place.
function grown(module, size) {
  if (module.HEAP8.length < size) module._malloc(size);
  return module;
}

// Pyodide asks for its files by address. Here they come packed, or out of the page itself.
async function fetchingFrom(opened, start) {
  const fetched = globalThis.fetch;
  globalThis.fetch = (address, ...rest) => {
    const name = String(address.url ?? address).split("/").pop();
    return name in opened ? opened[name] : fetched(address, ...rest);
  };
  try {
    return await start();
  } finally {
    globalThis.fetch = fetched;
  }
}
