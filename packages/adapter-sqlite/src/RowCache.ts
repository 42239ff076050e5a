import type { Row, Stored } from "@payloom/core"
import type { Connection } from "./Connection.ts"

/** More are not worth their memory: then all are let go of. */
const mostRows = 1_000

/** Several callers get the same object: none may change it under the others. */
const frozen = <A>(value: A): A => {
  if (typeof value !== "object" || value === null) return value
  for (const inner of Object.values(value)) frozen(inner)
  return Object.freeze(value)
}

interface Kept {
  readonly scope: number
  readonly stored: Stored<Row>
}

/**
 * A table's rows as they were last read, decoded, until they are written here or anything is
 * written by another connection. What it answers is what the current snapshot would.
 */
export class RowCache {
  readonly #connection: Connection
  readonly #byId = new Map<string, Kept>()
  readonly #byKey = new Map<string, Kept>()
  #changesElsewhere = 0

  constructor(connection: Connection) {
    this.#connection = connection
  }

  get(scope: number, id: string): Stored<Row> | undefined {
    this.#letGoOfStale()
    const kept = this.#byId.get(id)
    return kept?.scope === scope ? kept.stored : undefined
  }

  /** By the value of a global unique key. */
  find(key: string, value: string): Stored<Row> | undefined {
    this.#letGoOfStale()
    const kept = this.#byKey.get(`${key} ${value}`)
    return kept !== undefined && this.#byId.get(kept.stored.row.id) === kept
      ? kept.stored
      : undefined
  }

  keep(scope: number, stored: Stored<Row>): void {
    this.#keep(scope, stored)
  }

  keepFound(scope: number, stored: Stored<Row>, key: string, value: string): void {
    this.#byKey.set(`${key} ${value}`, this.#keep(scope, stored))
  }

  /** To be called for every row that is written, before anything else is read. */
  drop(id: string): void {
    this.#byId.delete(id)
  }

  clear(): void {
    this.#byId.clear()
    this.#byKey.clear()
  }

  #keep(scope: number, stored: Stored<Row>): Kept {
    if (this.#byId.size >= mostRows || this.#byKey.size >= mostRows) this.clear()
    const kept = { scope, stored: frozen(stored) }
    this.#byId.set(stored.row.id, kept)
    return kept
  }

  #letGoOfStale(): void {
    const { changesElsewhere } = this.#connection
    if (changesElsewhere !== this.#changesElsewhere) this.clear()
    this.#changesElsewhere = changesElsewhere
  }
}
