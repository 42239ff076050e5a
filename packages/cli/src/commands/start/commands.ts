import { defineCommand } from "../../command/Command.ts"
import { text, whole } from "../../command/options.ts"

/** The command that starts a server. */
export const startCommand = defineCommand({
  name: "start",
  summary: "Start a server: an engine with workers, the HTTP handler and the console.",
  description:
    "Without --setup the sandbox stands in for providers, and no money moves. The first start " +
    "makes a shop with keys and test cards, and keeps the secret and the keys in files beside " +
    "the database. With --setup, the default export of a module is the rest of the engine's " +
    "setup: providers, vault and so on. If the module has a storage, such as cells, the server " +
    "uses it. PAYLOOM_SECRET is the master secret, unless the setup has one. " +
    "PAYLOOM_CONSOLE_PASSWORD is the password of the console, of at least 16 characters. Without " +
    "it, the first start makes one in a file beside the database. A server that other machines " +
    "can reach has no console without the variable. A page at /docs shows the API and sends " +
    "requests with test keys.",
  needs: "nothing",
  arguments: {},
  options: {
    database: text("The database: a SQLite file or postgres://… (payloom.db).", {
      placeholder: "STORE"
    }),
    port: whole("The port, 0 for any free one.", { least: 0, most: 65_535, otherwise: 8080 }),
    host: text("The address to listen on (127.0.0.1).", { placeholder: "ADDRESS" }),
    setup: text("A JavaScript or TypeScript module with the setup.", { placeholder: "FILE" })
  },
  examples: [
    { run: "start", does: "A sandbox at http://127.0.0.1:8080, in payloom.db." },
    { run: "start --setup ./payments.setup.ts --port 3000", does: "Your own providers." }
  ],
  load: async () => (await import("./start.ts")).start
})
