"""wasmtime.py MODULE small|full: what `voltex-hashes` prints, level by level, from the module for WebAssembly."""

import sys

from wasmtime import Engine, Instance, Module, Store, Trap

engine = Engine()
module = Module.from_file(engine, sys.argv[1])
full = int(sys.argv[2] == "full")


class Opened:
    """An instance of the module. One each, since memory of WebAssembly grows and never shrinks."""

    def __init__(self):
        self.store = Store(engine)
        self.exports = Instance(self.store, module, []).exports(self.store)
        self.call("begin")

    def call(self, name, *arguments):
        return self.exports[name](self.store, *arguments)

    def ask(self, name, *arguments):
        """Calls a function that leaves a text; after a trap the text says what the panic said."""
        try:
            self.call(name, *arguments)
        except Trap as trap:
            print(trap, file=sys.stderr)
        start = self.call("text")
        text = self.exports["memory"].read(self.store, start, start + self.call("text_length")).decode()
        if text.startswith("error: "):
            sys.exit(text)
        return text


for level, name in enumerate(Opened().ask("levels").split("\n")):
    print("#", name)
    for index in range(Opened().call("item_count", full)):
        print(Opened().ask("item_line", full, index, level), flush=True)
