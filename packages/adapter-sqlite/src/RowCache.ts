import type { Row, Stored } from "@payloom/core"
import type { Connection } from "./Connection.ts"
import type { RawRow } from "./Table.ts"

/** More are not worth their memory: then all are let go of. */
const mostRows = 1_000

/** Several callers get the same object: none may change it under the others. */
const frozen = <A>(value: A): A => {
  if (typeof value !== "object" || value === null) return value
  for (const inner of Object.values(value)) frozen(inner)
  return Object.freeze(value)
}

/** Makes of a row's text what all who ask for it again are given; told the number of its scope. */
type Decode = (row: RawRow, scope: number) => Stored<Row>

/** A row as it was read, and decoded once somebody asks for it again. */
interface Kept {
  readonly scope: number
  readonly row: RawRow
  stored: Stored<Row> | null
}

/**
 * A table's rows as they were last read, until they are written here or anything is written by
 * another connection. What it answers is what the current snapshot would. Most rows are read once
 * before they are written: so they are kept as text, which costs next to nothing, and only those
 * that are asked for again are decoded for all who ask.
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

  /** By the value of a global unique key. */
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

  /** To be called for every row that is written, before anything else is read. */
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
