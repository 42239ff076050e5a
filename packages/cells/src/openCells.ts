import {
  type AnyCollection,
  EngineCollections,
  Storage,
  type StoragePort,
  StorageUnavailable
} from "@payloom/core"
import { Cause, Context, Deferred, Effect, Exit, Layer, Option, Scope } from "effect"
import { Cell, CellPatience } from "./Cell.ts"
import type { CellsRefused } from "./CellsRefused.ts"
import { cellCollections } from "./cellRows.ts"
import { checkIdentity } from "./identities.ts"
import { pause } from "./realTime.ts"

/**
 * How long an engine that starts waits for all cells, in milliseconds. After that one open cell is
 * enough.
 */
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
  const patienceMs = yield* CellPatience
  const cells = Object.entries(layers).map(([name, layer]) => ({
    cell: new Cell(name, patienceMs),
    layer
  }))
  const collections = [...ofEngine, ...cellCollections]
  const anyOpened = Deferred.makeUnsafe<void>()
  const tries = yield* Effect.forEach(
    cells,
    Effect.fnUntraced(function* ({ cell, layer }) {
      const tried = Deferred.makeUnsafe<void, E | CellsRefused | StorageUnavailable>()
      const open = Effect.tap(
        openOnce(cell, Layer.provide(layer, Layer.succeed(EngineCollections, collections))),
        (storage) => checkIdentity(cell.name, storage, directory)
      )
      yield* Effect.forkScoped(openUntilUp(cell, open, { tried, anyOpened }))
      return Deferred.await(tried)
    })
  )
  const allTried = Effect.all(tries, { concurrency: "unbounded", discard: true })
  yield* Effect.raceFirst(allTried, Effect.andThen(pause(openMs), Deferred.await(anyOpened)))
  const opened = cells.map(({ cell }) => cell)
  if (opened.every(({ storage }) => storage === null)) {
    return yield* Effect.fail(new StorageUnavailable({ cause: opened[0]?.failure }))
  }
  return opened
})

interface Results<E> {
  /** The result of the first try. It succeeds too if the cell is down. */
  readonly tried: Deferred.Deferred<void, E>
  readonly anyOpened: Deferred.Deferred<void>
}

/** Opens a cell, again and again while it is down. */
const openUntilUp = <E, R>(
  cell: Cell,
  open: Effect.Effect<StoragePort, E, R>,
  { tried, anyOpened }: Results<E>
) =>
  Effect.gen(function* () {
    for (;;) {
      const exit = yield* Effect.exit(open)
      if (Exit.isSuccess(exit)) {
        cell.open(exit.value)
        Deferred.doneUnsafe(anyOpened, Effect.void)
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
