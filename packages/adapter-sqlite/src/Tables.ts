import type { Collection, Row } from "@payloom/core"
import type { Connection } from "./Connection.ts"
import { followCollection, isUpToDate } from "./followCollection.ts"
import { isMigrated, migrate } from "./migrations.ts"
import { Table } from "./Table.ts"
import { TableWriter } from "./TableWriter.ts"
import { tableLayout } from "./tableLayout.ts"

/**
 * The tables of a database. Those of a collection that wasn't among the first ones are made or
 * brought up to date on first sight, so none is to be asked for inside a transaction.
 */
export class Tables {
  readonly #connection: Connection
  readonly #tables = new Map<Collection<Row>, Table>()
  readonly #writers = new Map<Collection<Row>, TableWriter>()

  constructor(connection: Connection) {
    this.#connection = connection
  }

  /**
   * Makes the adapter's own tables and these, or brings them up to date, in one transaction where
   * that takes one: step by step.
   */
  *prepare(collections: ReadonlyArray<Collection<Row>>): Generator<void> {
    const connection = this.#connection
    const isBehind =
      !isMigrated(connection) ||
      collections.some((of) => !isUpToDate(connection, of, tableLayout(of)))
    if (isBehind) {
      yield* connection.transactionInSteps(function* () {
        migrate(connection)
        for (const of of collections) yield* followCollection(connection, of, tableLayout(of))
      })
    }
    for (const collection of collections) this.of(collection)
  }

  /** Those that have been asked for so far. */
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
