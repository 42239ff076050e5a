import { defineCommand } from "../../command/Command.ts"
import { flag, text, time, whole } from "../../command/options.ts"
import { targetOptions } from "../../command/sharedOptions.ts"

/** The command that audits the rows of a store. */
export const auditCommand = defineCommand({
  name: "audit",
  summary: "Audit the stored rows by rules of their own, without the engine's code.",
  description:
    "Reads all rows of all tenants in both modes, in one snapshot, and checks that payments, " +
    "the ledger, subscriptions, sessions, events, webhooks and jobs agree. An engine may run on " +
    "the database. It changes nothing. It needs a temporary file about as large as the store, in " +
    "SQLITE_TMPDIR or the folder of the system. With --setup, it reads the storage of the setup, " +
    "such as cells. Exits with 3 if there is a finding.",
  needs: "nothing",
  arguments: {},
  options: {
    database: targetOptions.database,
    setup: text("The module of the engine's setup, to audit its storage (PAYLOOM_SETUP).", {
      placeholder: "FILE"
    }),
    withProviders: flag("Compare with the bank of the command start too, in DATABASE.bank."),
    settled: flag("No engine runs and no job is due, so nothing may be in flight."),
    eventsSince: time(
      "The store has all events since this time. Older ones were dropped by month."
    ),
    limit: whole("The most findings to show. All are counted.", {
      least: 1,
      most: 100_000,
      otherwise: 100
    })
  },
  examples: [
    { run: "audit", does: "Audit the database of PAYLOOM_DATABASE." },
    { run: "audit --database restored.db --json", does: "Audit a restored store, for a script." },
    { run: "audit --setup payloom.setup.js", does: "Audit all cells of a setup." }
  ],
  load: async () => (await import("./audit.ts")).auditDatabase
})
