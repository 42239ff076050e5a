import { Context, Effect, Option } from "effect"
import type { Module } from "../modules/Module.ts"
import type { ModuleNames } from "../modules/ModuleNames.ts"
import type { PersonalRowsDefinition } from "../modules/PersonalRows.ts"
import { remove, update } from "../platform/storage/Change.ts"
import type { Row, Stored } from "../platform/storage/Collection.ts"
import type { Scope } from "../platform/storage/Scope.ts"
import { Storage } from "../platform/storage/Storage.ts"

/** The personal rows of a table, with the module of the table. */
export interface OwnedRows extends PersonalRowsDefinition<Row> {
  readonly names: ModuleNames
}

/** The parts of an engine's modules that an erasure has to reach. */
export interface ModuleErasureParts {
  readonly tables: ReadonlyArray<OwnedRows>
  /** The names under which the modules' operations keep their answers. */
  readonly endpoints: ReadonlySet<string>
}

/** The modules of this engine, for erasures. */
export const ModuleErasure = Context.Reference<ModuleErasureParts>(
  "@payloom/core/erasure/ModuleErasure",
  { defaultValue: () => ({ tables: [], endpoints: new Set() }) }
)

/** Returns what an erasure has to reach in modules. */
export const moduleErasureOf = (modules: ReadonlyArray<Module>): ModuleErasureParts => ({
  tables: modules.flatMap(({ names, personal }) =>
    personal.map((rows) => ({ ...(rows as unknown as PersonalRowsDefinition<Row>), names }))
  ),
  endpoints: new Set(
    modules.flatMap(({ names, routes }) => routes.map(({ name }) => `${names.name}.${name}`))
  )
})

/** Returns a page of a customer's rows in a table of a module. */
export const ownRows = Effect.fnUntraced(function* (
  scope: Scope,
  { of, customer: key }: OwnedRows,
  {
    customer,
    after,
    limit
  }: {
    readonly customer: string
    readonly after: string | null
    readonly limit: number
  }
) {
  const storage = yield* Storage
  if (of.unique[key] !== undefined) {
    const found = yield* storage.findUnique(scope, of, key, customer)
    return Option.toArray(found).filter(({ row }) => row.id !== after)
  }
  const next = after === null ? {} : { after }
  return yield* storage.page(scope, of, {
    where: { [key]: customer },
    order: "asc",
    limit,
    ...next
  })
})

/** Returns the changes of the rows. Rows that have no personal data any more stay. */
export const erasedOwnRows = ({ of, erase, names }: OwnedRows, rows: ReadonlyArray<Stored<Row>>) =>
  Effect.sync(() =>
    rows.flatMap((stored) => {
      const after = erase(stored.row)
      if (after === null) return [remove(of, stored)]
      names.requireRow(of, after, stored)
      return of.encode(after) === of.encode(stored.row) ? [] : [update(of, stored, after)]
    })
  )

/** Returns those ids of a module's rows that belong to a customer. */
export const ownIdsOf = Effect.fnUntraced(function* (
  scope: Scope,
  tables: ReadonlyArray<OwnedRows>,
  customer: string,
  ids: ReadonlyArray<string>
) {
  const storage = yield* Storage
  const own = new Set<string>()
  if (ids.length === 0) return own
  for (const { of, customer: key } of tables) {
    const found = yield* storage.getMany(scope, of, ids)
    const valueOf = (of.unique[key] ?? of.indexes[key])?.of
    for (const { row } of found) if (valueOf?.(row) === customer) own.add(row.id)
  }
  return own
})
