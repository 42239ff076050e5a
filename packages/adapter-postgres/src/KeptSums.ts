import { NewerDocument, type Scope, type Sum, type SumQuery } from "@payloom/core"
import type { Database, Session } from "./Database.ts"
import {
  atStart,
  behind,
  endOf,
  type FeedPosition,
  placeOf,
  readPosition,
  writePosition
} from "./FeedPosition.ts"
import { placeColumn, readOrdered } from "./feeds.ts"
import { indexedText } from "./indexedText.ts"
import { type Line, number, ofAll, sql, text, within } from "./Statement.ts"
import { scopeOf, storedWithScope, type Table } from "./Table.ts"

/** The number of rows that are added to a sum at a time. */
const addedAtOnce = 500

/** So few rows are added for each read, because that takes less time than storing them. */
const fewRows = 16

/** The number of totals that are deleted at a time. */
const discardedAtOnce = 10_000

/** A stored sum covers all rows up to this position. */
interface Mark {
  readonly version: number
  readonly position: FeedPosition
}

/**
 * The sums of one append-only collection. A commit writes only its rows. Each stored sum covers the
 * rows up to a position, and a reader adds the few rows after it, in the same snapshot. So no
 * commit waits for a lock on a total.
 */
export class KeptSums {
  readonly #database: Database
  readonly #schema: string
  readonly #table: Table
  #written = 0

  constructor(database: Database, schema: string, table: Table) {
    this.#database = database
    this.#schema = schema
    this.#table = table
  }

  /** Returns the sums of a name in one scope, as the storage port says. */
  async read(scope: Scope, name: string, query: SumQuery): Promise<ReadonlyArray<Sum>> {
    if (this.#table.of.sums[name] === undefined) {
      throw new Error(`${this.#table.of.name} has no sum ${name}`)
    }
    for (;;) {
      const sums = await this.#database.inTransaction(
        (session) => this.#tryRead(session, scope, name, query),
        "ISOLATION LEVEL REPEATABLE READ READ ONLY"
      )
      if (sums !== null) return sums
      await this.#add(name)
    }
  }

  /** Counts committed rows. After some hundreds, they are added to the stored sums. */
  noteRows(count: number): void {
    this.#written += count
    if (this.#written < addedAtOnce) return
    this.#written = 0
    // A reader runs into the same error and reports it.
    for (const name of Object.keys(this.#table.of.sums)) this.#add(name).catch(() => undefined)
  }

  /** Returns null if too many rows follow the mark. */
  async #tryRead(
    session: Session,
    scope: Scope,
    name: string,
    query: SumQuery
  ): Promise<ReadonlyArray<Sum> | null> {
    const mark = await this.#mark(session, name)
    if (mark !== null && mark.version < this.#table.of.version) return null
    const from = mark?.position ?? atStart
    const { lines } = await readOrdered(session, this.#table, null, from, fewRows + 1)
    if (lines.length > fewRows) return null
    const totals = await session.rows(
      within(scope.tenant, totalsIn(this.#schema, this.#table, scope, name, query))
    )
    const found = new Map(totals.map((line) => [text(line, 0), BigInt(text(line, 1))]))
    for (const line of lines) {
      const own = scopeOf(line)
      if (own.tenant !== scope.tenant || own.mode !== scope.mode) continue
      for (const { key, place, amount } of this.#summands(name, line)) {
        if (!isAsked(key, place, query)) continue
        found.set(key, (found.get(key) ?? 0n) + amount)
      }
    }
    return Array.from(found, ([key, amount]) => ({ key, amount })).sort((one, other) =>
      one.key < other.key ? -1 : 1
    )
  }

  /** Adds the rows after the mark to a stored sum, until few are left. */
  async #add(name: string): Promise<void> {
    while (await this.#database.inTransaction((session) => this.#addSome(session, name)));
  }

  /** Returns true if there may be more rows. */
  async #addSome(session: Session, name: string): Promise<boolean> {
    const { of } = this.#table
    const key = [of.name, name]
    await session.rows(
      sql(`INSERT INTO ${this.#schema}.sums VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING`, [
        ...key,
        of.version,
        writePosition(atStart)
      ])
    )
    const mark = await this.#mark(session, name, "FOR UPDATE")
    if (mark === null) return false
    if (mark.version < of.version) return this.#discardSome(session, name)
    const { snapshot, lines } = await readOrdered(
      session,
      this.#table,
      null,
      mark.position,
      addedAtOnce + 1
    )
    const added = lines.slice(0, addedAtOnce)
    const last = added.at(-1)
    const isMore = lines.length > addedAtOnce
    if (last === undefined) return false
    const position = isMore
      ? behind(mark.position, placeOf(last, placeColumn), snapshot)
      : endOf(snapshot)
    await this.#writeTotals(session, name, added)
    await session.rows(
      sql(`UPDATE ${this.#schema}.sums SET position = $3 WHERE collection = $1 AND name = $2`, [
        ...key,
        writePosition(position)
      ])
    )
    return isMore
  }

  /** Deletes totals of an older version. Then the sum starts anew. */
  async #discardSome({ rows }: Session, name: string): Promise<boolean> {
    const { of } = this.#table
    const totals = `${this.#schema}.sum_totals`
    const gone = await rows(
      ofAll(
        sql(
          `DELETE FROM ${totals} WHERE ctid = ANY (ARRAY (
           SELECT ctid FROM ${totals} WHERE collection = $1 AND name = $2 LIMIT $3)) RETURNING 1`,
          [of.name, name, discardedAtOnce]
        )
      )
    )
    if (gone.length === discardedAtOnce) return true
    await rows(
      sql(
        `UPDATE ${this.#schema}.sums SET version = $3, position = $4
         WHERE collection = $1 AND name = $2`,
        [of.name, name, of.version, writePosition(atStart)]
      )
    )
    return true
  }

  async #mark({ rows }: Session, name: string, locking = ""): Promise<Mark | null> {
    const { name: collection, version: known } = this.#table.of
    const [line] = await rows(
      sql(
        `SELECT version, position FROM ${this.#schema}.sums
         WHERE collection = $1 AND name = $2 ${locking}`,
        [collection, name]
      )
    )
    if (line === undefined) return null
    const version = number(line, 0)
    if (version > known) throw new NewerDocument({ collection, version, known })
    return { version, position: readPosition(text(line, 1)) }
  }

  #summands(name: string, line: Line) {
    const { row } = storedWithScope(this.#table.of, line)
    return this.#table.of.sums[name]?.of(row) ?? []
  }

  async #writeTotals({ rows }: Session, name: string, lines: ReadonlyArray<Line>): Promise<void> {
    const totals = new Map<string, Total>()
    for (const line of lines) {
      const scope = scopeOf(line)
      for (const { key, place, amount } of this.#summands(name, line)) {
        const at = JSON.stringify([scope.tenant, scope.mode, key, place])
        const before = totals.get(at)?.amount ?? 0n
        totals.set(at, { scope, key, place, amount: before + amount })
      }
    }
    const all = [...totals.entries()].toSorted(([one], [other]) => (one < other ? -1 : 1))
    if (all.length === 0) return
    const column = (of: (total: Total) => string) => all.map(([, total]) => of(total))
    await rows(
      ofAll(
        sql(
          `INSERT INTO ${this.#schema}.sum_totals AS total
           (tenant, mode, collection, name, key, place, amount)
         SELECT tenant, mode, $1, $2, key, place, amount
         FROM unnest($3::text[], $4::text[], $5::text[], $6::text[], $7::numeric[])
           AS added (tenant, mode, key, place, amount)
         ON CONFLICT (tenant, mode, collection, name, key, place)
           DO UPDATE SET amount = total.amount + excluded.amount`,
          [
            this.#table.of.name,
            name,
            column(({ scope }) => scope.tenant),
            column(({ scope }) => scope.mode),
            column(({ key }) => key),
            column(({ place }) => place),
            column(({ amount }) => `${amount}`)
          ]
        )
      )
    )
  }
}

interface Total {
  readonly scope: Scope
  readonly key: string
  readonly place: string
  readonly amount: bigint
}

const isAsked = (
  key: string,
  place: string,
  { keyFrom, keyTo, placeFrom = "", placeBefore }: SumQuery
): boolean =>
  key >= keyFrom &&
  key <= keyTo &&
  place >= placeFrom &&
  (placeBefore === undefined || place < placeBefore)

const totalsIn = (
  schema: string,
  { of }: Table,
  { tenant, mode }: Scope,
  name: string,
  { keyFrom, keyTo, placeFrom = "", placeBefore }: SumQuery
) =>
  sql(
    `SELECT key, sum(amount) FROM ${schema}.sum_totals
     WHERE tenant = $1 AND mode = $2 AND collection = $3 AND name = $4
       AND key >= $5 AND key <= $6 AND place >= $7
       ${placeBefore === undefined ? "" : "AND place < $8"}
     GROUP BY key`,
    [
      indexedText(tenant),
      mode,
      of.name,
      name,
      keyFrom,
      keyTo,
      placeFrom,
      ...(placeBefore === undefined ? [] : [placeBefore])
    ]
  )
