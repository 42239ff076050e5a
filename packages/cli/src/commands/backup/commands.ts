import { defineCommand } from "../../command/Command.ts"
import { requiredText } from "../../command/options.ts"

/** The command that backs up a SQLite file. */
export const backupCommand = defineCommand({
  name: "backup",
  summary: "Back up a SQLite file while engines use it, and check the copy.",
  description:
    "The backup is one snapshot. A manifest beside it has the number of rows and a SHA-256. An " +
    "interrupted backup leaves no file of this name. PostgreSQL has backup tools of its own.",
  needs: "nothing",
  arguments: {},
  options: {
    from: requiredText("The SQLite file of the store.", { placeholder: "FILE" }),
    to: requiredText("The file to create.", { placeholder: "FILE" })
  },
  examples: [{ run: "backup --from payloom.db --to monday.db", does: "Back up a store in use." }],
  refuses: {
    setup:
      "A setup may have several databases, and each gets a backup of its own: name the file of " +
      "each cell, and of the directory last, with --from. See docs/operating/backup.md#cells."
  },
  hearsSignal: true,
  load: async () => (await import("./backup.ts")).backup
})
