import type { Row, Stored } from "@payloom/core"
import type { Connection } from "./Connection.ts"
import type { RawRow } from "./Table.ts"

/** The largest number of cached rows. Beyond it the cache is cleared. */
const mostRows = 1_000

/** Several callers get the same object, so nobody may change it. */
const frozen = <A>(value: A): A => {
  if (typeof value !== "object" || value === null) return value
  for (const inner of Object.values(value)) frozen(inner)
  return Object.freeze(value)
}

/** Decodes a row for all its readers. The scope is a number. */
type Decode = (row: RawRow, scope: number) => Stored<Row>

/** A cached row. It is decoded when it is first read from the cache. */
interface Kept {
  readonly scope: number
  readonly row: RawRow
  stored: Stored<Row> | null
}

/**
 * A cache of a table's rows. A row is dropped when it is written here, and all rows when another
 * connection writes. So the cache returns what the current snapshot would. Most rows are read once
 * before they are written, so rows are cached as text, and decoded only if they are read again.
 */
export class RowCache {
  readonly #connection: Connection
  readonly #byId = new Map<string, Kept>()
  readonly #byKey = new Map<string, Kept>()
  #changesElsewhere = 0

  constructor(connection: Connection) {
    this.#connection = connection
  }

  get(scope: number, id: string, decode: Decode): Stored<Row> | undefined {
    this.#letGoOfStale()
    const kept = this.#byId.get(id)
    return kept?.scope === scope ? storedOf(kept, decode) : undefined
  }

  /** Finds a row by the value of a global unique key. */
  find(key: string, value: string, decode: Decode): Stored<Row> | undefined {
    this.#letGoOfStale()
    const kept = this.#byKey.get(`${key} ${value}`)
    return kept !== undefined && this.#byId.get(kept.row[0]) === kept
      ? storedOf(kept, decode)
      : undefined
  }

  keep(scope: number, row: RawRow): void {
    this.#keep(scope, row)
  }

  keepFound(scope: number, row: RawRow, key: string, value: string): void {
    this.#byKey.set(`${key} ${value}`, this.#keep(scope, row))
  }

  /** Drops a row. Call it for every row that is written, before the next read. */
  drop(id: string): void {
    this.#byId.delete(id)
  }

  clear(): void {
    this.#byId.clear()
    this.#byKey.clear()
  }

  #keep(scope: number, row: RawRow): Kept {
    if (this.#byId.size >= mostRows || this.#byKey.size >= mostRows) this.clear()
    const kept = { scope, row, stored: null }
    this.#byId.set(row[0], kept)
    return kept
  }

  #letGoOfStale(): void {
    const { changesElsewhere } = this.#connection
    if (changesElsewhere !== this.#changesElsewhere) this.clear()
    this.#changesElsewhere = changesElsewhere
  }
}

const storedOf = (kept: Kept, decode: Decode): Stored<Row> => {
  kept.stored ??= frozen(decode(kept.row, kept.scope))
  return kept.stored
}
