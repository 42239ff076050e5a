import type { Collection, Row } from "@payloom/core"
import type { Connection } from "./Connection.ts"
import { followCollection, isUpToDate } from "./followCollection.ts"
import { isMigrated, migrate, otherRelease } from "./migrations.ts"
import { Table } from "./Table.ts"
import { TableWriter } from "./TableWriter.ts"
import { tableLayout } from "./tableLayout.ts"

/**
 * The tables of a database. Tables of collections that were not prepared at the start are created
 * or updated on first use. So don't ask for one inside a transaction.
 */
export class Tables {
  readonly #connection: Connection
  readonly #upgrades: boolean
  readonly #tables = new Map<Collection<Row>, Table>()
  readonly #writers = new Map<Collection<Row>, TableWriter>()

  /** If `upgrades` is false, tables that differ from their declarations are refused. */
  constructor(connection: Connection, upgrades = true) {
    this.#connection = connection
    this.#upgrades = upgrades
  }

  /**
   * Creates or updates the adapter's own tables and these, step by step. If there is anything to
   * change, it happens in one transaction.
   */
  *prepare(collections: ReadonlyArray<Collection<Row>>): Generator<void> {
    const connection = this.#connection
    const isBehind =
      !isMigrated(connection) ||
      collections.some((of) => !isUpToDate(connection, of, tableLayout(of)))
    if (isBehind && !this.#upgrades) throw otherRelease(connection)
    if (isBehind) {
      yield* connection.transactionInSteps(function* () {
        migrate(connection)
        for (const of of collections) yield* followCollection(connection, of, tableLayout(of))
      })
    }
    for (const collection of collections) this.of(collection)
  }

  /** Returns the tables that were used so far. */
  known(): ReadonlyArray<Table> {
    return [...this.#tables.values()]
  }

  of(collection: Collection<Row>): Table {
    const known = this.#tables.get(collection)
    if (known !== undefined) return known
    const table = new Table(this.#connection, collection)
    this.#tables.set(collection, table)
    return table
  }

  writerOf(collection: Collection<Row>): TableWriter {
    const known = this.#writers.get(collection)
    if (known !== undefined) return known
    const writer = new TableWriter(this.#connection, this.of(collection))
    this.#writers.set(collection, writer)
    return writer
  }
}
