// SPDX-License-Identifier: MIT
// Runs a WASI program in Node: node run_wasm.mjs PROGRAM.wasm [ARGUMENT...]. No folder is opened to it.
import { readFile } from "node:fs/promises";
import { WASI } from "node:wasi";

const wasi = new WASI({ version: "preview1", args: process.argv.slice(2), env: {}, returnOnExit: true });
const module = await WebAssembly.compile(await readFile(process.argv[2]));
const instance = await WebAssembly.instantiate(module, wasi.getImportObject?.() ?? { wasi_snapshot_preview1: wasi.wasiImport });
process.exitCode = wasi.start(instance);
