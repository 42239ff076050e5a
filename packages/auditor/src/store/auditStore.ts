import { setImmediate } from "node:timers/promises"
import { scopeFindings } from "../audit.ts"
import type { Finding } from "../Finding.ts"
import type { ProviderBooks } from "../ProviderBooks.ts"
import { booksOf, providerIndex } from "../rows/Books.ts"
import { type RawRow, rawRow } from "../rows/RawRows.ts"
import type { RowSource, TextRow } from "../rows/RowSource.ts"
import { readCollections, rowLinks } from "./linkOf.ts"
import { type FamilyRow, Scratch } from "./Scratch.ts"
import { StoreFacts } from "./StoreFacts.ts"

/** The options of {@link auditStore}. */
export interface AuditStoreOptions {
  /** The time of the audit, in milliseconds since the epoch. */
  readonly now: number
  /** The providers' books. Without them, nothing is compared with a provider. */
  readonly providers?: ProviderBooks
  /** True if all faults have ended and all due jobs have run. Then nothing may be in flight. */
  readonly isSettled?: boolean
  /** The time from which the store has all events, as in `Audited`. */
  readonly eventsSince?: number
  /** The most findings to return. All are counted. Default: 1,000. */
  readonly limit?: number
  /**
   * The rows that are audited together. Rows that name each other are never divided. Default:
   * 2,000.
   */
  readonly rowsAtOnce?: number
  /** Called some times a second with the numbers of rows that were read and audited. */
  readonly onProgress?: (progress: AuditProgress) => void
}

/** The progress of an audit. Every row is read first, and then audited. */
export interface AuditProgress {
  readonly read: number
  readonly audited: number
}

/** The result of an audit. */
export interface StoreAudit {
  /** The first findings, up to `limit`. */
  readonly findings: ReadonlyArray<Finding>
  /** The number of all findings, by the name of the rule. */
  readonly counts: Readonly<Record<string, number>>
  /** The number of rows that were read. */
  readonly rows: number
  /** The number of payments among them. */
  readonly payments: number
}

/** Progress is reported after so many rows. */
const rowsPerReport = 20_000

/**
 * Audits a store of any size by the rules of `audit`. Rows are read in pages and sorted in a
 * temporary file of SQLite, about as large as the store. So the memory does not grow with the
 * number of payments, but with that of webhook endpoints and erased customers. The records of
 * callers, consumers and endpoints are not compared. The source is closed at the end. Rejects with
 * the error of the source.
 *
 * It keeps the process busy for seconds, so run it in a process of its own.
 *
 * @example
 * ```ts
 * const { counts, findings } = await auditStore(sqliteSource("payloom.db"), { now: Date.now() })
 * ```
 */
export const auditStore = async (
  source: RowSource,
  options: AuditStoreOptions
): Promise<StoreAudit> => {
  const { now, providers, isSettled, eventsSince, limit = 1_000, onProgress } = options
  const { rowsAtOnce = 2_000 } = options
  const index = providerIndex(providers)
  const facts = new StoreFacts(index)
  const found = new Found(limit)
  const scratch = new Scratch()
  try {
    const numbers = await readAll(source, scratch, facts, onProgress)
    if (source.totals !== undefined) found.add(facts.totals(await source.totals()))
    found.add(facts.unknownCharges())
    found.add(numbers.unreadable)
    const endpoints = (tenant: string, mode: string) => facts.of(tenant, mode).endpoints
    let audited = 0
    for (const rows of batches(scratch.families(), rowsAtOnce)) {
      const audit = (part: ReadonlyArray<FamilyRow>) => {
        const collections = collectionsOf(part, endpoints)
        const since = eventsSince === undefined ? {} : { eventsSince }
        const input = { rows: { collections }, now, isSettled: isSettled === true, ...since }
        const books = booksOf(input, (tenant, mode) => facts.of(tenant, mode))
        return scopeFindings(books, index)
      }
      found.add(auditParts(rows, audit))
      audited += rows.length
      onProgress?.({ read: numbers.rows, audited })
      await setImmediate()
    }
    return { ...found.result(), rows: numbers.rows, payments: numbers.payments }
  } finally {
    scratch.close()
    await source.close()
  }
}

interface ReadRows {
  readonly rows: number
  readonly payments: number
  readonly unreadable: ReadonlyArray<Finding>
}

const readAll = async (
  source: RowSource,
  scratch: Scratch,
  facts: StoreFacts,
  onProgress: AuditStoreOptions["onProgress"]
): Promise<ReadRows> => {
  const unreadable: Array<Finding> = []
  let [all, payments, reported] = [0, 0, 0]
  const note = (collection: string, row: TextRow): RawRow | null => {
    try {
      const raw = parsed(row)
      facts.note(collection, raw)
      return raw
    } catch (error) {
      unreadable.push(unreadableRow(collection, row.text, error))
      return null
    }
  }
  for await (const { collection, rows } of source.pages(["webhook_endpoints"])) {
    for (const row of rows) note(collection, row)
    all += rows.length
  }
  for await (const { collection, rows } of source.pages(readCollections)) {
    const readable = rows.flatMap((row) => {
      const raw = note(collection, row)
      return raw === null ? [] : [{ row, links: rowLinks(collection, raw.doc) }]
    })
    scratch.add(collection, readable)
    all += rows.length
    if (collection === "payments") payments += rows.length
    if (all - reported < rowsPerReport) continue
    reported = all
    onProgress?.({ read: all, audited: 0 })
  }
  return { rows: all, payments, unreadable }
}

const unreadableRow = (collection: string, text: string, error: unknown): Finding => ({
  rule: "row-form",
  row: /"id":"([^"]+)"/.exec(text)?.[1] ?? collection,
  sentence: `A row of ${collection} can't be read: ${messageOf(error)}`
})

const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error)

/**
 * Audits families together. If that throws, because a row lacks a field that a rule needs, audits
 * each family by itself. A family that can't be audited is a finding.
 */
const auditParts = (
  rows: ReadonlyArray<FamilyRow>,
  audit: (rows: ReadonlyArray<FamilyRow>) => ReadonlyArray<Finding>
): ReadonlyArray<Finding> => {
  try {
    return audit(rows)
  } catch (error) {
    const families = [...Map.groupBy(rows, ({ family }) => family).values()]
    if (families.length > 1) return families.flatMap((family) => auditParts(family, audit))
    const [first] = rows
    const row = first === undefined ? "" : parsed(first).doc.id
    const sentence = `${row} and the rows that belong to it can't be audited: ${messageOf(error)}`
    return [{ rule: "row-form", row, sentence }]
  }
}

const parsed = ({ tenant, mode, version, text }: TextRow): RawRow =>
  rawRow(tenant, mode, version, text)

/** Joins families until there are enough rows. A family is never divided. */
function* batches(rows: Iterable<FamilyRow>, enough: number): Generator<ReadonlyArray<FamilyRow>> {
  let batch: Array<FamilyRow> = []
  for (const row of rows) {
    if (batch.length >= enough && batch.at(-1)?.family !== row.family) {
      yield batch
      batch = []
    }
    batch.push(row)
  }
  if (batch.length > 0) yield batch
}

/** Returns rows by collection, with all endpoints of their tenants. */
const collectionsOf = (
  rows: ReadonlyArray<FamilyRow>,
  endpointsOf: (tenant: string, mode: string) => ReadonlyArray<RawRow>
): Readonly<Record<string, ReadonlyArray<RawRow>>> => {
  const found: Record<string, Array<RawRow>> = {}
  const scopes = new Map(rows.map((row) => [`${row.tenant}/${row.mode}`, row] as const))
  for (const row of rows) {
    found[row.collection] ??= []
    found[row.collection]?.push(parsed(row))
  }
  const endpoints = [...scopes.values()].flatMap(({ tenant, mode }) => endpointsOf(tenant, mode))
  return { ...found, webhook_endpoints: endpoints }
}

/** Keeps the first findings, and counts all. */
class Found {
  readonly #limit: number
  readonly #findings: Array<Finding> = []
  readonly #counts = new Map<string, number>()

  constructor(limit: number) {
    this.#limit = limit
  }

  add(findings: ReadonlyArray<Finding>): void {
    for (const finding of findings) {
      this.#counts.set(finding.rule, (this.#counts.get(finding.rule) ?? 0) + 1)
      if (this.#findings.length < this.#limit) this.#findings.push(finding)
    }
  }

  result(): Pick<StoreAudit, "findings" | "counts"> {
    return { findings: this.#findings, counts: Object.fromEntries(this.#counts) }
  }
}
