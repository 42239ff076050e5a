import {
  type AnyCollection,
  ConsumerMemberCollection,
  ConsumerPartCollection,
  DeploymentCollection,
  EngineCollections,
  optionsComplaint,
  ParkedCollection,
  Storage,
  type StoragePort,
  type StorageUnavailable,
  UpgradesStores
} from "@payloom/core"
import { Effect, Layer } from "effect"
import { CellsRefused } from "./CellsRefused.ts"
import { cellCollections } from "./cellRows.ts"
import { cellsStorage } from "./cellsStorage.ts"
import { allRowsOf } from "./directoryPages.ts"
import { directoryCollections, KnownCellCollection } from "./directoryRows.ts"
import { checkDirectory } from "./identities.ts"
import { type CellLayers, openCells } from "./openCells.ts"
import { openLayer } from "./openLayer.ts"

/** The options of {@link cells}. */
export interface CellsOptions<E> {
  /**
   * A small storage of its own, such as `postgres({ connection, schema: "payloom_directory" })`. It
   * has the cell of each tenant, the values that are unique over all tenants, such as API keys, and
   * the positions of consumers.
   */
  readonly directory: Layer.Layer<Storage, E>
  /**
   * The storages of the cells by their names: 1 to 64 lower-case letters, digits, `-` or `_`. Each
   * has its own schema, database or file. A name stays with its storage for good. Add cells at any
   * time, to all processes.
   */
  readonly cells: CellLayers<E>
  /**
   * Returns the name of the cell of a new tenant, by the tenant's id. By default new tenants are
   * spread over the cells that can be reached and were not drained.
   */
  readonly placeTenant?: (tenant: string) => string
}

/**
 * Returns a storage made of several storages. Each tenant is in one of them, its cell, with all of
 * its rows. So each commit is a commit of one cell, and the number of tenants is not limited by one
 * database.
 *
 * Opens and closes all storages with the layer. A cell that is down fails the calls of its own
 * tenants with `StorageUnavailable`. Fails with `CellsRefused` if a person has to help, with
 * `StorageUnavailable` if the directory or all cells are down, and with the errors of the storages.
 *
 * ```ts
 * const connection = "postgres://localhost/shop"
 * const storage = cells({
 *   directory: postgres({ connection, schema: "payloom_directory" }),
 *   cells: {
 *     a: postgres({ connection, schema: "payloom_a" }),
 *     b: postgres({ connection: "postgres://other/shop", schema: "payloom_b" })
 *   }
 * })
 * ```
 */
export const cells = <E>(
  options: CellsOptions<E>
): Layer.Layer<Storage, E | CellsRefused | StorageUnavailable> =>
  Object.assign(
    Layer.effect(
      Storage,
      Effect.gen(function* () {
        const { directory, opened } = yield* openAll(options, yield* EngineCollections)
        return cellsStorage(directory, opened, { placeTenant: options.placeTenant })
      })
    ),
    { [optionsKey]: options }
  )

/** Another copy of this package, such as that of the command line, finds the options too. */
const optionsKey = Symbol.for("@payloom/cells/options")

/**
 * Returns the options of a storage that `cells` returned, so that a program can move tenants with
 * the setup of an engine. Null for any other storage, also for one that was made of it.
 */
export const cellsOptionsOf = (storage: unknown): CellsOptions<unknown> | null => {
  const found: { readonly [optionsKey]?: CellsOptions<unknown> } = Object(storage)
  return found[optionsKey] ?? null
}

/**
 * Opens the directory and all cells, with the collections of the engine. A program that may not
 * upgrade stores gets the cells that the directory has, and adds none.
 */
export const openAll = Effect.fnUntraced(function* <E>(
  options: CellsOptions<E>,
  ofEngine: ReadonlyArray<AnyCollection>
) {
  const directory = yield* openDirectory(options)
  const layers = (yield* UpgradesStores)
    ? options.cells
    : yield* knownLayers(options.cells, directory)
  return { directory, opened: yield* openCells(layers, directory, ofEngine) }
})

/** Leaves out new cells, because opening a cell adds it. Fails if none is left. */
const knownLayers = Effect.fnUntraced(function* <E>(layers: CellLayers<E>, directory: StoragePort) {
  const known = new Set((yield* allRowsOf(directory, KnownCellCollection)).map(({ row }) => row.id))
  const left = Object.entries(layers).filter(([name]) => known.has(name))
  if (left.length > 0) return Object.fromEntries(left)
  const detail = "no engine has used the cells yet: start one, or add a cell"
  return yield* Effect.fail(new CellsRefused({ reason: "not_a_store", detail }))
})

/** Returns the storage of a cell by its name, if the options have it. */
export const layerOf = <E>({ cells: layers }: CellsOptions<E>, name: string) =>
  Object.hasOwn(layers, name) ? layers[name] : undefined

/** A cell to open by itself. */
interface OneCell {
  readonly name: string
  readonly ofEngine: ReadonlyArray<AnyCollection>
  /** The remedy if the options don't have it. */
  readonly remedy: string
}

/** Opens the storage of one cell. It may be new, so its identity is not checked. */
export const openCell = Effect.fnUntraced(function* <E>(
  options: CellsOptions<E>,
  { name, ofEngine, remedy }: OneCell
) {
  const layer = layerOf(options, name)
  if (layer !== undefined) return yield* openLayer(layer, [...ofEngine, ...cellCollections])
  const detail = `cells has no ${name}: ${remedy}`
  return yield* Effect.fail(new CellsRefused({ reason: "options_invalid", detail }))
})

/** Checks the options, and opens the directory alone. */
export const openDirectory = Effect.fnUntraced(function* <E>(options: CellsOptions<E>) {
  const complaint = complaintAbout(options)
  if (complaint !== null) {
    return yield* Effect.fail(new CellsRefused({ reason: "options_invalid", detail: complaint }))
  }
  const directory = yield* openLayer(options.directory, [...ofDeployment, ...directoryCollections])
  yield* checkDirectory(directory)
  return directory
})

/** The collections of the engine whose rows are the deployment's. */
export const ofDeployment: ReadonlyArray<AnyCollection> = [
  DeploymentCollection,
  ConsumerPartCollection,
  ConsumerMemberCollection,
  ParkedCollection
]

const cellName = /^[a-z0-9][a-z0-9_-]{0,63}$/

/** A program without types may pass anything. */
const complaintAbout = (options: CellsOptions<unknown>): string | null => {
  const complaint = optionsComplaint(options, {
    directory: "any",
    cells: "any",
    placeTenant: "function"
  })
  if (complaint !== null) return complaint
  if (!Layer.isLayer(options.directory)) {
    return 'directory must be a storage, such as sqlite("directory.db")'
  }
  const given = typeof options.cells === "object" ? Object.entries(options.cells ?? {}) : []
  if (given.length === 0) {
    return 'cells must have a storage for each name, such as { a: sqlite("a.db") }'
  }
  for (const [name, layer] of given) {
    if (!cellName.test(name)) {
      return `the name ${JSON.stringify(name)} must be 1 to 64 lower-case letters, digits, - or _`
    }
    if (!Layer.isLayer(layer)) return `cells.${name} must be a storage, such as sqlite("a.db")`
  }
  return null
}
