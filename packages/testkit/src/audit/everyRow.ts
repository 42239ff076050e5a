import type { Collection, Row, Scope, StorageReads } from "@payloom/core"
import { Effect } from "effect"

const pageSize = 500

/** Reads all rows of a collection in a scope, by id. */
export const everyRow = Effect.fnUntraced(function* <R extends Row>(
  storage: StorageReads,
  scope: Scope,
  of: Collection<R>
) {
  const rows: Array<R> = []
  for (;;) {
    const after = rows.at(-1)?.id
    const page = yield* storage.page(scope, of, {
      order: "asc",
      limit: pageSize,
      ...(after === undefined ? {} : { after })
    })
    rows.push(...page.map(({ row }) => row))
    if (page.length < pageSize) return rows
  }
})

const scopesAtOnce = 100

/** Reads all scopes in which rows were ever written. */
export const everyScope = Effect.fnUntraced(function* (storage: StorageReads) {
  const scopes: Array<Scope> = []
  for (;;) {
    const after = scopes.at(-1)
    const page = yield* storage.scopes({
      limit: scopesAtOnce,
      ...(after === undefined ? {} : { after })
    })
    scopes.push(...page)
    if (page.length < scopesAtOnce) return scopes
  }
})
