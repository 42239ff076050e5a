import {
  type AnyCollection,
  EngineCollections,
  Storage,
  type StoragePort,
  StorageUnavailable
} from "@payloom/core"
import { Cause, Context, Deferred, Effect, Exit, Layer, Option, Scope } from "effect"
import { Cell } from "./Cell.ts"
import type { CellsRefused } from "./CellsRefused.ts"
import { cellCollections } from "./cellRows.ts"
import { checkIdentity } from "./identities.ts"
import { pause } from "./realTime.ts"

/** How long an engine that starts waits for a cell, in milliseconds. Then it starts without. */
const openMs = 10_000

/** The time between two attempts to open a cell that is down, in milliseconds. */
const retryMs = 2000

/** The storages of the cells, by their names. */
export type CellLayers<E> = Readonly<Record<string, Layer.Layer<Storage, E>>>

/**
 * Opens all cells. A cell that is down is opened later, in the background, and its tenants have no
 * storage until then. Fails if a person has to help, or if no cell can be opened.
 */
export const openCells = Effect.fnUntraced(function* <E>(
  layers: CellLayers<E>,
  directory: StoragePort,
  ofEngine: ReadonlyArray<AnyCollection>
) {
  const cells = Object.entries(layers).map(([name, layer]) => ({ cell: new Cell(name), layer }))
  const collections = [...ofEngine, ...cellCollections]
  yield* Effect.forEach(
    cells,
    Effect.fnUntraced(function* ({ cell, layer }) {
      const tried = Deferred.makeUnsafe<void, E | CellsRefused | StorageUnavailable>()
      const open = openOnce(
        cell,
        Layer.provide(layer, Layer.succeed(EngineCollections, collections))
      )
      yield* Effect.forkScoped(openUntilUp(cell, directory, open, tried))
      yield* Effect.raceFirst(Deferred.await(tried), pause(openMs))
    }),
    { concurrency: "unbounded", discard: true }
  )
  const opened = cells.map(({ cell }) => cell)
  if (opened.every(({ storage }) => storage === null)) {
    return yield* Effect.fail(new StorageUnavailable({ cause: opened[0]?.failure }))
  }
  return opened
})

/** Opens a cell, again and again while it is down. The first result goes to `tried`. */
const openUntilUp = <E, R>(
  cell: Cell,
  directory: StoragePort,
  open: Effect.Effect<StoragePort, E, R>,
  tried: Deferred.Deferred<void, E | CellsRefused | StorageUnavailable>
) =>
  Effect.gen(function* () {
    const checked = Effect.tap(open, (storage) => checkIdentity(cell.name, storage, directory))
    for (;;) {
      const exit = yield* Effect.exit(checked)
      if (Exit.isSuccess(exit)) {
        cell.open(exit.value)
        Deferred.doneUnsafe(tried, Effect.void)
        return
      }
      const error = Option.getOrNull(Exit.findErrorOption(exit))
      if (!(error instanceof StorageUnavailable)) {
        cell.close(Cause.squash(exit.cause))
        Deferred.doneUnsafe(tried, Exit.failCause(exit.cause))
        return yield* Effect.logError(`The cell ${cell.name} was refused.`, exit.cause)
      }
      cell.close(error.cause)
      Deferred.doneUnsafe(tried, Effect.void)
      yield* pause(retryMs)
    }
  })

/** Builds a storage. Its resources are freed if that fails, or with the scope. */
const openOnce = <E>(cell: Cell, layer: Layer.Layer<Storage, E>) =>
  Effect.gen(function* () {
    const scope = yield* Effect.acquireRelease(Scope.make(), (own, exit) => Scope.close(own, exit))
    return yield* Effect.map(
      Effect.onError(Layer.buildWithScope(layer, scope), (cause) =>
        Scope.close(scope, Exit.failCause(cause))
      ),
      (context) => Context.get(context, Storage)
    )
  }).pipe(Effect.annotateLogs("cell", cell.name))
