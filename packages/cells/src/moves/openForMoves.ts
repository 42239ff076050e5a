import {
  type AnyCollection,
  collections as coreCollections,
  type Module,
  type StoragePort
} from "@payloom/core"
import { Effect } from "effect"
import { CommitTokenCollection } from "../cellRows.ts"
import { type CellsOptions, ofDeployment, openAll } from "../cells.ts"
import { MoveRefused } from "./MoveRefused.ts"

/** The modules of the engines on the cells, of which only the tables count. */
export type TableModules = ReadonlyArray<Pick<Module, "collections">>

/** The open storages of moves. */
export interface OpenedForMoves {
  readonly directory: StoragePort
  /** The cells that can be reached, by name. */
  readonly cells: ReadonlyMap<string, StoragePort>
  /** The collections of tenants' rows, by name. */
  readonly collections: ReadonlyMap<string, AnyCollection>
}

/** Opens the directory and all cells, with the tables of core and of some modules. */
export const openForMoves = Effect.fnUntraced(function* <E>(
  storages: CellsOptions<E>,
  modules: TableModules
) {
  const all = tablesOf(modules)
  const { directory, opened } = yield* openAll(storages, all)
  const cells = new Map(
    opened.flatMap(({ name, storage }) => (storage === null ? [] : [[name, storage] as const]))
  )
  return { directory, cells, collections: movedCollections(all) } satisfies OpenedForMoves
})

/** Returns the collections whose rows move with a tenant, by name. */
export const movedCollections = (
  all: ReadonlyArray<AnyCollection>
): OpenedForMoves["collections"] => {
  const ofDeploymentAlone = new Set(ofDeployment.map(({ name }) => name))
  const ofTenants = [...all, CommitTokenCollection as AnyCollection].filter(
    ({ name }) => !ofDeploymentAlone.has(name)
  )
  return new Map(ofTenants.map((of) => [of.name, of]))
}

/** Returns the collections of an engine with some modules. */
export const tablesOf = (modules: TableModules): ReadonlyArray<AnyCollection> => [
  ...coreCollections,
  ...modules.flatMap((module) => module.collections)
]

/** Returns an open cell by its name. */
export const cellOf = (cells: ReadonlyMap<string, StoragePort>, name: string) => {
  const cell = cells.get(name)
  return cell === undefined
    ? refused("cell_unknown", `there is no cell ${name}, or it is down: check the names in cells`)
    : Effect.succeed(cell)
}

/** Fails with `MoveRefused`. */
export const refused = (reason: MoveRefused["reason"], detail: string) =>
  Effect.fail(new MoveRefused({ reason, detail }))
