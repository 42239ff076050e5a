import { defineCommand } from "../../command/Command.ts"
import { flag, type Parameter, text } from "../../command/options.ts"
import { UsageError } from "../../command/UsageError.ts"

const store = (summary: string): Parameter<string | undefined> => ({
  summary,
  placeholder: "STORE",
  repeats: false,
  required: false,
  choices: [],
  read: ([given], name) => {
    if (given !== "") return given
    throw new UsageError(`${name} is empty: it takes the name of a file, or an address.`)
  }
})

/** The command that copies a store. */
export const copyCommand = defineCommand({
  name: "copy",
  summary: "Copy a store to another database, and prove that both are equal.",
  description:
    "Stop all engines on the store first. If the copy is interrupted, run the same command again " +
    "to copy the rest. No engine starts on the target until the copy is complete. On cells, the " +
    "setup's placeTenant chooses the cell of each tenant. Without it, each cell gets about as " +
    "many events. From cells, all tenants are copied, and no tenant may be moving.",
  needs: "nothing",
  arguments: {},
  options: {
    from: store("A SQLite file, or postgres://USER:PASSWORD@HOST/NAME."),
    fromSetup: text("Instead of --from: the module of a setup with cells, to copy all of them.", {
      placeholder: "FILE"
    }),
    to: store("The same, empty or with a part of the same copy."),
    toSetup: text("Instead of --to: the module of a setup with cells, to spread the tenants.", {
      placeholder: "FILE"
    }),
    verify: flag("Copy nothing, only prove an earlier copy.")
  },
  examples: [
    {
      run: "copy --from payloom.db --to postgres://me@localhost/shop",
      does: "Move from SQLite to PostgreSQL."
    },
    {
      run: "copy --from payloom.db --to-setup payloom.setup.js",
      does: "Spread a store over the cells of a setup."
    },
    {
      run: "copy --from-setup payloom.setup.js --to postgres://me@localhost/shop",
      does: "Return from the cells of a setup to one store."
    },
    { run: "copy --from a.db --to b.db --verify", does: "Compare two stores." }
  ],
  load: async () => (await import("./copy.ts")).copy
})
