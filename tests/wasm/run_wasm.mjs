// SPDX-License-Identifier: MIT
// Runs a WASI program in Node: node run_wasm.mjs PROGRAM.wasm [ARGUMENT...]. No folder is opened to it.
import { readFile } from "node:fs/promises";
import { WASI } from "node:wasi";

const wasi = new WASI({ version: "preview1", args: process.argv.slice(2), env: {}, returnOnExit: true });
const imports = wasi.getImportObject?.() ?? { wasi_snapshot_preview1: wasi.wasiImport };
// Called by way of JavaScript: Node 20 crashes when a program calls them directly after its memory has grown.
const calls = Object.entries(imports.wasi_snapshot_preview1).map(([name, call]) => [name, (...values) => call(...values)]);
const module = await WebAssembly.compile(await readFile(process.argv[2]));
const instance = await WebAssembly.instantiate(module, { wasi_snapshot_preview1: Object.fromEntries(calls) });
process.exitCode = wasi.start(instance);
