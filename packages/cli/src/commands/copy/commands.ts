import { defineCommand } from "../../command/Command.ts"
import { flag, type Parameter } from "../../command/options.ts"
import { UsageError } from "../../command/UsageError.ts"

const store = (summary: string): Parameter<string> => ({
  summary,
  placeholder: "STORE",
  repeats: false,
  required: true,
  choices: [],
  read: ([given], name) => {
    if (given !== undefined && given !== "") return given
    throw new UsageError(`${name} is missing: it takes the name of a file, or an address.`)
  }
})

/** The command that copies a store. */
export const copyCommand = defineCommand({
  name: "copy",
  summary: "Copy a store to another database, and prove that both are equal.",
  description:
    "Stop all engines on the store first. If the copy is interrupted, run the same command again " +
    "to copy the rest. No engine starts on the target until the copy is complete.",
  needs: "nothing",
  arguments: {},
  options: {
    from: store("A SQLite file, or postgres://USER:PASSWORD@HOST/NAME."),
    to: store("The same, empty or with a part of the same copy."),
    verify: flag("Copy nothing, only prove an earlier copy.")
  },
  examples: [
    {
      run: "copy --from payloom.db --to postgres://me@localhost/shop",
      does: "Move from SQLite to PostgreSQL."
    },
    { run: "copy --from a.db --to b.db --verify", does: "Compare two stores." }
  ],
  load: async () => (await import("./copy.ts")).copy
})
