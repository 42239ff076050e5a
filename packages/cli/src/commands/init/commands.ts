import { defineCommand } from "../../command/Command.ts"
import { text } from "../../command/options.ts"

/** The command that creates a project. */
export const initCommand = defineCommand({
  name: "init",
  summary: "Create a project: an engine on SQLite with the sandbox, a server and a test.",
  description: "Writes into an empty or a new folder. Existing files are never changed.",
  needs: "nothing",
  arguments: { folder: text("The folder. The present one if absent.") },
  options: {},
  examples: [{ run: "init shop", does: "Then: cd shop, npm install, npm test, npm start" }],
  load: async () => (await import("./init.ts")).init
})
