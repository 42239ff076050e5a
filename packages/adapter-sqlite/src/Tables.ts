import type { Collection, Row } from "@payloom/core"
import type { Connection } from "./Connection.ts"
import { Table } from "./Table.ts"
import { TableWriter } from "./TableWriter.ts"

/**
 * The tables of a database, each made or brought up to date on first sight of its collection. So
 * they aren't to be asked for inside a transaction.
 */
export class Tables {
  readonly #connection: Connection
  readonly #tables = new Map<Collection<Row>, Table>()
  readonly #writers = new Map<Collection<Row>, TableWriter>()

  constructor(connection: Connection) {
    this.#connection = connection
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
