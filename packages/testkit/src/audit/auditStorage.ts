import { audit, type ProviderBooks, type RawRows } from "@payloom/auditor"
import type { Scope, StorageReads } from "@payloom/core"
import { Clock, Effect } from "effect"
import type { SandboxBank } from "../sandbox/SandboxBank.ts"
import { storageFindings } from "./storageFindings.ts"
import { sandboxBooks, storedRows } from "./storedRows.ts"

/** The subject of an audit: the rows of a storage, and the bank that took the charges. */
export interface AuditedStorage {
  readonly storage: StorageReads
  /** One tenant in one mode. All of them if absent. */
  readonly scope?: Scope
  readonly bank: SandboxBank
  /**
   * The names of the providers that charge at this bank. A charge of another provider is compared
   * only if the bank knows its reference. If absent, all providers charge here.
   */
  readonly providers?: ReadonlyArray<string>
}

/**
 * Audits the rows of a storage by `@payloom/auditor`, at the time of Effect's Clock. Run all due
 * jobs first, because an overdue job is an error. Returns one sentence for each error, with the
 * name of its rule, so an empty list means that the books are correct. It also checks that the
 * storage keeps the declared sums of its rows, and that its feed has each event once.
 *
 * The audit compares with the bank's present state. A change at the bank that the engine has not
 * received yet is an error.
 *
 * @example
 * ```ts
 * expect(await Effect.runPromise(auditStorage({ storage, bank }))).toEqual([])
 * ```
 */
export const auditStorage = Effect.fnUntraced(function* ({
  storage,
  scope,
  bank,
  providers
}: AuditedStorage) {
  const rows = yield* storedRows(storage, undefined, scope)
  const names = providers ?? providersIn(rows)
  const books = yield* sandboxBooks(bank, names)
  const found = audit({
    rows,
    now: yield* Clock.currentTimeMillis,
    providers: scope === undefined ? books : booksOfRows(books, rows),
    ranDueJobs: true
  })
  return [
    ...(yield* storageFindings(storage, scope)),
    ...found.map(({ rule, sentence }) => `${rule}: ${sentence}`)
  ]
})

const providersIn = ({ collections }: RawRows): ReadonlyArray<string> => [
  ...new Set((collections.attempts ?? []).map(({ doc }) => String(doc.provider)))
]

/** Leaves out the charges of other tenants. */
const booksOfRows = (books: ProviderBooks, { collections }: RawRows): ProviderBooks => {
  const own = new Set((collections.attempts ?? []).map(({ doc }) => doc.id))
  return { ...books, charges: books.charges.filter(({ reference }) => own.has(reference)) }
}
