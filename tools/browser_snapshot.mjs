// Keep the memory of Pyodide in which ttrn is ready: node browser_snapshot.mjs PYODIDE-FOLDER CORE.zip SNAPSHOT
import { readFileSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";

const [folder, core, snapshot] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(resolve(folder, "pyodide.mjs")));
const pyodide = await loadPyodide({ _makeSnapshot: true });
pyodide.unpackArchive(new Uint8Array(readFileSync(core)), "zip", { extractDir: "/core" });
pyodide.runPython('import sys\nsys.path.append("/core")\nfrom ttrn.recording.ready import make_ready\nmake_ready()\nimport gc\ngc.collect()');
writeFileSync(snapshot, pyodide.makeMemorySnapshot());
