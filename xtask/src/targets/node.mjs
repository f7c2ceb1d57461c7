// node node.mjs MODULE small|full: what `voltex-hashes` prints, level by level, from the module for WebAssembly.
// node node.mjs MODULE replay FILE: ticks and hash of a recording that is played to its end.

import { readFileSync } from "node:fs";

const [file, work, recording] = process.argv.slice(2);
const module = new WebAssembly.Module(readFileSync(file));

function open() {
    const { exports } = new WebAssembly.Instance(module, {});
    exports.begin();
    return exports;
}

// Calls a function that leaves a text; after a trap the text says what the panic said.
function ask(exports, call) {
    try {
        call(exports);
    } catch (trap) {
        console.error(String(trap));
    }
    const bytes = new Uint8Array(exports.memory.buffer, exports.text(), exports.text_length());
    const text = new TextDecoder().decode(bytes);
    if (text.startsWith("error: ")) {
        console.error(text);
        process.exit(1);
    }
    return text;
}

if (work === "replay") {
    const exports = open();
    const bytes = readFileSync(recording);
    const place = exports.room(bytes.length);
    new Uint8Array(exports.memory.buffer, place, bytes.length).set(bytes);
    console.log(ask(exports, (exports) => exports.replay()));
} else {
    const full = work === "full" ? 1 : 0;
    const levels = ask(open(), (exports) => exports.levels()).split("\n");
    levels.forEach((name, level) => {
        console.log(`# ${name}`);
        const count = open().item_count(full);
        for (let index = 0; index < count; index += 1) {
            // An instance each: memory of WebAssembly grows and never shrinks.
            console.log(ask(open(), (exports) => exports.item_line(full, index, level)));
        }
    });
}
