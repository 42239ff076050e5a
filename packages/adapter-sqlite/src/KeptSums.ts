import { type Collection, NewerDocument, type Row, type Sum, type SumQuery } from "@payloom/core"
import type { Connection, RowStatement } from "./Connection.ts"
import { readRow } from "./readRow.ts"
import { quoted } from "./tableLayout.ts"
import { addTo, type Totals, totalsIn, writeTotals } from "./totals.ts"

/** The state of a stored sum: it covers all rows up to one row, in the order of commits. */
interface Mark {
  readonly name: string
  /** The number of its totals. Null if it has none yet. */
  readonly sum: number | null
  /** The last row that it covers. 0 if it covers none. */
  readonly summed: number
  /** True if its totals are outdated and have to be deleted. */
  readonly isStale: boolean
}

type RawMark = readonly [name: string, sum: number, version: number, summed: number, last: string]

type RawRow = readonly [rowid: number, scope: number, id: string, doc: string]

/** The number of new rows after which they are added to the sums in a transaction of their own. */
const rowsWorthAdding = 500

/** The number of totals that are deleted at a time. */
const discardedAtOnce = 1_000

/**
 * The sums of one append-only collection. Each stored sum covers the rows up to a mark, and a
 * reader adds the few rows after it, in the same snapshot. SQLite has one writer at a time, so
 * rowids grow in the order of commits, and no row is ever inserted before a mark. So a commit
 * writes only its rows, and a busy total is written once for hundreds of them. Rows of an older
 * release, which has no sums, are added too.
 */
export class KeptSums {
  readonly #connection: Connection
  readonly #of: Collection<Row>
  readonly #names: ReadonlyArray<string>
  readonly #marks: RowStatement<RawMark>
  readonly #newest: RowStatement<readonly [number | null]>
  readonly #idAt: RowStatement<readonly [string]>
  readonly #behind: RowStatement<RawRow>
  #written = 0

  constructor(connection: Connection, of: Collection<Row>) {
    const table = quoted(of.name)
    this.#connection = connection
    this.#of = of
    this.#names = Object.keys(of.sums)
    this.#marks = connection.read(
      "SELECT name, id, version, summed, last FROM sums WHERE collection = ?"
    )
    this.#newest = connection.read(`SELECT max(rowid) FROM ${table}`)
    this.#idAt = connection.read(`SELECT id FROM ${table} WHERE rowid = ?`)
    this.#behind = connection.read(
      `SELECT rowid, scope, id, doc FROM ${table} WHERE rowid > ? ORDER BY rowid LIMIT ?`
    )
  }

  /** Returns the number of rows that at least one of the sums doesn't cover yet. */
  rest(): number {
    const [newest] = this.#newest.get([]) ?? [0]
    return (newest ?? 0) - Math.min(...this.#allMarks().map(({ summed }) => summed))
  }

  /**
   * Adds up to `limit` rows to the sums, in a transaction of its own. If the sums are outdated,
   * deletes a part of them first. Throws if another connection has the lock.
   */
  add(limit: number): void {
    this.#connection.transaction(() => {
      const marks = this.#allMarks()
      const stale = marks.filter(({ isStale }) => isStale)
      if (stale.length > 0) for (const mark of stale) this.#discard(mark)
      else this.#addBehind(marks, limit)
    })
  }

  /** Returns the sums of a name in one scope. */
  read(scope: number, name: string, query: SumQuery): ReadonlyArray<Sum> {
    const mark = this.#allMarks().find((other) => other.name === name)
    if (mark === undefined) throw new Error(`${this.#of.name} has no sum ${name}`)
    const { sum, summed, isStale } = mark
    const found: Map<string, bigint> =
      sum === null || isStale ? new Map() : totalsIn(this.#connection, sum, scope, query)
    const before = found.size
    for (const [, of, id, doc] of this.#behind.all([summed, -1])) {
      if (of === scope) this.#foldInto(found, name, readRow(this.#of, id, doc), query)
    }
    const sums = Array.from(found, ([key, amount]) => ({ key, amount }))
    return found.size === before ? sums : sums.sort((one, other) => (one.key < other.key ? -1 : 1))
  }

  /** Counts written rows. After some hundreds, they are added to the stored sums. */
  noteRow(): void {
    this.#written += 1
    if (this.#written < rowsWorthAdding) return
    this.#written = 0
    setImmediate(() => {
      if (!this.#connection.db.open) return
      try {
        this.add(rowsWorthAdding)
      } catch {
        // Another process has the lock, or a row can't be read. A reader gets the same error.
      }
    })
  }

  #foldInto(found: Map<string, bigint>, name: string, row: Row, query: SumQuery): void {
    const { keyFrom, keyTo, placeFrom = "", placeBefore } = query
    for (const { key, place, amount } of this.#of.sums[name]?.of(row) ?? []) {
      if (key < keyFrom || key > keyTo || place < placeFrom) continue
      if (placeBefore !== undefined && place >= placeBefore) continue
      found.set(key, (found.get(key) ?? 0n) + amount)
    }
  }

  #allMarks(): ReadonlyArray<Mark> {
    const { name: collection, version } = this.#of
    const found = this.#marks.all([collection])
    return this.#names.map((name) => {
      const mark = found.find(([other]) => other === name)
      if (mark === undefined) return { name, sum: null, summed: 0, isStale: false }
      const [, sum, keptVersion, summed, last] = mark
      if (keptVersion > version) {
        throw new NewerDocument({ collection, version: keptVersion, known: version })
      }
      // Finds rows that another program has reordered.
      const isStale =
        keptVersion < version || (summed > 0 && this.#idAt.get([summed])?.[0] !== last)
      return { name, sum, summed: isStale ? 0 : summed, isStale }
    })
  }

  #discard({ sum }: Mark): void {
    const { changes } = this.#connection
      .write(
        `DELETE FROM sum_totals WHERE (sum, scope, key, place) IN
           (SELECT sum, scope, key, place FROM sum_totals WHERE sum = ? LIMIT ?)`
      )
      .run([sum, discardedAtOnce])
    if (changes === discardedAtOnce) return
    this.#connection
      .write("UPDATE sums SET version = ?, summed = 0, last = '' WHERE id = ?")
      .run([this.#of.version, sum])
  }

  #addBehind(marks: ReadonlyArray<Mark>, limit: number): void {
    const rows = this.#behind.all([Math.min(...marks.map(({ summed }) => summed)), limit])
    const newest = rows.at(-1)
    if (newest === undefined) return
    const [rowid, , id] = newest
    const kept = marks.map((mark) => ({ ...mark, sum: mark.sum ?? this.#begin(mark.name) }))
    const totals: Totals = new Map()
    for (const [at, scope, rowId, doc] of rows) {
      const row = readRow(this.#of, rowId, doc)
      for (const { name, sum, summed } of kept) {
        if (at > summed) addTo(totals, sum, scope, this.#of.sums[name]?.of(row) ?? [])
      }
    }
    writeTotals(this.#connection, totals)
    const advance = this.#connection.write("UPDATE sums SET summed = ?, last = ? WHERE id = ?")
    for (const { sum, summed } of kept) if (rowid > summed) advance.run([rowid, id, sum])
  }

  /** Creates a stored sum that covers nothing yet. Returns the number of its totals. */
  #begin(name: string): number {
    const { name: collection, version } = this.#of
    const added = this.#connection
      .write("INSERT INTO sums (collection, name, version, summed, last) VALUES (?, ?, ?, 0, '')")
      .run([collection, name, version])
    return Number(added.lastInsertRowid)
  }
}
