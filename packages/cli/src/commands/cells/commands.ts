import { type CommandGroup, defineCommand } from "../../command/Command.ts"
import { flag, requiredText, text, time } from "../../command/options.ts"

const setup = text("The module of the engine's setup, with its cells (PAYLOOM_SETUP).", {
  placeholder: "FILE"
})

/** The commands on cells. */
export const cellCommands: CommandGroup = {
  name: "cells",
  summary: "List, add, drain and repair cells, and move tenants between them.",
  commands: [
    defineCommand({
      name: "cells list",
      summary: "List the cells with their state, and the moves that are not finished.",
      description:
        "The setup is a module whose default export is what `Payloom.make` takes. Its storage is " +
        "what `cells` of @payloom/cells returns. A new cell is listed, and not added.",
      needs: "nothing",
      arguments: {},
      options: { setup },
      examples: [{ run: "cells list --setup payloom.setup.js", does: "Is a cell down?" }],
      load: async () => (await import("./listCells.ts")).listCells
    }),
    defineCommand({
      name: "cells add",
      summary: "Add a cell of the setup: create its tables, and write it to the directory.",
      description:
        "A mistake shows before engines are started with the cell. Its storage must be empty.",
      needs: "nothing",
      arguments: { cell: requiredText("The name of the cell in the setup.") },
      options: { setup },
      examples: [{ run: "cells add c --setup payloom.setup.js", does: "The third cell." }],
      load: async () => (await import("./addCell.ts")).addOneCell
    }),
    defineCommand({
      name: "cells adopt",
      summary: "Make an existing store the first cell of a new directory.",
      description:
        "Stop all engines on the store first, and back it up. Its rows stay where they are. From " +
        "then on no engine starts on the store alone. If it is interrupted or killed, run the " +
        "same command again: engines start on the cells when it is finished. With --undo, the " +
        "cell becomes a store alone again, if no other cell has got rows of tenants. The rows " +
        "that were written meanwhile stay.",
      needs: "nothing",
      arguments: { cell: requiredText("The name of the cell in the setup, whose storage it is.") },
      options: { undo: flag("Undo the adoption. Stop all engines first."), setup },
      examples: [
        { run: "cells adopt a --setup payloom.setup.js", does: "The store is the cell a now." },
        { run: "cells adopt a --undo --setup payloom.setup.js", does: "It is a store again." }
      ],
      load: async () => (await import("./adoptStore.ts")).adoptOneStore
    }),
    defineCommand({
      name: "cells move",
      summary: "Move a tenant to another cell while it pays.",
      description:
        "If it is interrupted or killed, run the same command again: it continues. Commits of " +
        "the tenant wait for the hand-over at the end, for less than a second. With --undo, a " +
        "move that is not handed over is undone.",
      needs: "nothing",
      arguments: { tenant: requiredText("The tenant: its id or its reference.") },
      options: {
        to: text("The name of the new cell.", { placeholder: "CELL" }),
        undo: flag("Undo a move that is not finished."),
        setup
      },
      examples: [
        { run: "cells move tenant_01… --to b --setup payloom.setup.js", does: "To the cell b." },
        { run: "cells move tenant_01… --undo --setup payloom.setup.js", does: "It stays." }
      ],
      load: async () => (await import("./moveTenant.ts")).moveOneTenant
    }),
    defineCommand({
      name: "cells repair",
      summary: "Make the directory and the cells agree after one of them was restored.",
      description:
        "Stop all engines first. The cells say which tenants and API keys they have, and the " +
        "directory is corrected. Moves that are not handed over are undone. If a cell was " +
        "restored, no engine starts until `payloom reconcile` has compared the cells with the " +
        "providers. A file that `payloom restore` made says so itself. For another database, " +
        "give --cell and --restored-to. It may be repeated. Exits with 3 if a tenant is lost, " +
        "or in several cells.",
      needs: "nothing",
      arguments: {},
      options: {
        cell: text("The cell that was restored by the tools of its database.", {
          placeholder: "CELL"
        }),
        restoredTo: time("The time to which it was restored."),
        setup
      },
      examples: [
        { run: "cells repair --setup payloom.setup.js", does: "After payloom restore." },
        {
          run: "cells repair --cell b --restored-to 2026-11-26T09:59:00Z",
          does: "After a recovery of PostgreSQL."
        }
      ],
      load: async () => (await import("./repairCells.ts")).repairAllCells
    }),
    defineCommand({
      name: "cells drain",
      summary: "Move all tenants of a cell to the other cells while they pay.",
      description:
        "One tenant after another goes to the cell that has the fewest. The cell gets no new " +
        "tenants meanwhile and afterwards, unless the setup's placeTenant places them there. If " +
        "it is interrupted or killed, run the same command again. Keep the cell in the setup: it " +
        "has the events and the ledger of before. With --undo, it gets new tenants again, and a " +
        "move that is not handed over is undone.",
      needs: "nothing",
      arguments: { cell: requiredText("The name of the cell.") },
      options: { undo: flag("End the drain. Tenants that have left don't return."), setup },
      examples: [
        { run: "cells drain a --setup payloom.setup.js", does: "Empty the cell a." },
        { run: "cells drain a --undo --setup payloom.setup.js", does: "Use it for new tenants." }
      ],
      load: async () => (await import("./drainCell.ts")).drainOneCell
    })
  ]
}
