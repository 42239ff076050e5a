import { type CellsOptions, cells, cellsOptionsOf, type TableModules } from "@payloom/cells"
import { Storage, TenantCollection, tenantReferenceKey } from "@payloom/core"
import { Effect, Logger, Option } from "effect"
import { CommandFailed } from "../../command/CommandFailed.ts"
import type { Terminal } from "../../command/Terminal.ts"
import { UsageError } from "../../command/UsageError.ts"
import { fileAt } from "../../target/fileAt.ts"
import { loadSetup } from "../../target/loadSetup.ts"

/** The cells of a setup, and its modules. */
export interface SetupCells {
  readonly storages: CellsOptions<unknown>
  readonly modules: TableModules
  /** The master secret of the setup, if it has one. */
  readonly secret: string | undefined
}

/**
 * Loads a setup whose storage was made by `cells`: the named one, or PAYLOOM_SETUP. Rejects with
 * `CommandFailed` if its storage was not made by `cells`.
 */
export const cellsIn = async (
  named: string | undefined,
  terminal: Terminal
): Promise<SetupCells> => {
  const setup = named || terminal.env.PAYLOOM_SETUP
  if (!setup) {
    throw new UsageError(
      "--setup is missing: it takes the module that exports the engine's setup, with its cells. " +
        "Or set PAYLOOM_SETUP."
    )
  }
  const file = fileAt(terminal, setup)
  const { storage, modules = [], secret } = await loadSetup(file)
  const storages = cellsOptionsOf(storage)
  if (storages !== null) return { storages, modules, secret }
  throw new CommandFailed(
    "no_cells",
    `${file} has no cells: its storage must be what cells({ directory, cells }) of ` +
      "@payloom/cells returns."
  )
}

/** Runs an effect without its log. Rejects with its error. `signal` interrupts it. */
export const runOnCells = <A, E>(effect: Effect.Effect<A, E>, signal?: AbortSignal): Promise<A> =>
  Effect.runPromise(
    Effect.provide(effect, Logger.layer([])),
    signal === undefined ? {} : { signal }
  )

/** Returns the id of a tenant that was named by its id or its reference. */
export const tenantIn = async ({ storages }: SetupCells, named: string): Promise<string> => {
  if (/^tenant_[0-9A-Z]{26}$/.test(named)) return named
  const finding = Effect.flatMap(Storage, (storage) =>
    storage.findUnique("any", TenantCollection, "reference", tenantReferenceKey("test", named))
  )
  const found = await runOnCells(Effect.provide(finding, cells(storages)))
  return Option.match(found, { onNone: () => named, onSome: ({ row }) => row.id })
}
