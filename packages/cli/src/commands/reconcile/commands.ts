import { defineCommand } from "../../command/Command.ts"
import { flag, text, time } from "../../command/options.ts"
import { targetOptions } from "../../command/sharedOptions.ts"

/** The command that compares a store with the providers. */
export const reconcileCommand = defineCommand({
  name: "reconcile",
  summary: "Compare a store with its providers, and book what it lacks.",
  description:
    "For a store that was restored from a backup. The setup is a module whose default export is " +
    "what `Payloom.make` takes. It may leave out the storage and the secret, as for `payloom " +
    "start`. Then they are those of --database, PAYLOOM_DATABASE and PAYLOOM_SECRET. Without a " +
    "setup, the sandbox of `payloom start` is asked. Customers who were erased after the backup " +
    "are erased again, by the setup's erasure log or the list in DATABASE.erased. The exit code " +
    "is 3 if something is left for a person. The store is held until then. To reconcile a " +
    "settlement report, use `payloom ledger reconcile`.",
  needs: "nothing",
  arguments: {},
  options: {
    setup: text("The module that exports the engine's setup.", { placeholder: "FILE" }),
    database: targetOptions.database,
    withProviders: flag("Ask the providers. Must be given, because every account is read."),
    since: time("Compare changes since this time. A day before the backup unless given."),
    report: flag("Change nothing, and only report."),
    acceptRest: flag("Release the store although something is left for a person.")
  },
  examples: [
    {
      run: "reconcile --with-providers --setup payloom.setup.js --report",
      does: "See what the providers know."
    },
    {
      run: "reconcile --with-providers --setup payloom.setup.js",
      does: "Book it, and release the store."
    }
  ],
  load: async () => (await import("./reconcile.ts")).reconcile
})
