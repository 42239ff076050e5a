import { defineCommand } from "../../command/Command.ts"
import { requiredText } from "../../command/options.ts"

/** The command that restores a backup. */
export const restoreCommand = defineCommand({
  name: "restore",
  summary: "Restore a backup to a new SQLite file.",
  description:
    "The backup and its manifest are checked first. An interrupted restore leaves no file. The " +
    "new store is held: no engine starts on it before `payloom reconcile` has compared it with " +
    "the providers.",
  needs: "nothing",
  arguments: {},
  options: {
    from: requiredText("The backup. Its manifest is beside it.", { placeholder: "FILE" }),
    to: requiredText("The file to create.", { placeholder: "FILE" })
  },
  examples: [
    { run: "restore --from monday.db --to payloom.db", does: "Replace a store that was lost." }
  ],
  refuses: {
    setup:
      "A setup may have several databases, and each is restored on its own: name the backup with " +
      "--from, and the file with --to. See docs/operating/backup.md#cells."
  },
  hearsSignal: true,
  load: async () => (await import("./restore.ts")).restore
})
