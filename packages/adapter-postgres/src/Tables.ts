import type { Change, Collection, Row } from "@payloom/core"
import { distribute, findHome, type Home } from "./citus/home.ts"
import type { Database } from "./Database.ts"
import { keepEpoch } from "./epochs.ts"
import { followCollection, outdated } from "./followCollection.ts"
import { indexedText } from "./indexedText.ts"
import { KeptSums } from "./KeptSums.ts"
import { assertMigrated, lockOf, migrate, otherRelease } from "./migrations.ts"
import type { PostgresOptions } from "./PostgresOptions.ts"
import type { Partitioning } from "./partitions/Partitioning.ts"
import { Partitions } from "./partitions/Partitions.ts"
import { secureTables, seeAll } from "./security.ts"
import { Table } from "./Table.ts"
import { quoted } from "./tableLayout.ts"

/** The options of the adapter that the tables depend on. */
interface TablesOptions
  extends Pick<PostgresOptions, "rowLevelSecurity" | "upgrade" | "partitions"> {
  readonly partitioning: Partitioning
  /** The coordinator, if Citus distributes the schema. Tables are changed there. */
  readonly coordinator: Database | null
}

/**
 * The tables of a schema. Tables of collections that were not prepared at the start are created or
 * updated on first use.
 */
export class Tables {
  /** The schema's name, quoted for SQL. */
  readonly schema: string
  readonly #name: string
  readonly #isSecured: boolean | undefined
  readonly #upgrades: boolean
  readonly #database: Database
  readonly #coordinator: Database | null
  readonly #tables = new Map<Collection<Row>, Promise<Table>>()
  readonly #ready = new Map<Collection<Row>, Table>()
  readonly #sums = new Map<Collection<Row>, KeptSums>()

  readonly #partitions: Partitions
  readonly #splits: boolean

  constructor(
    database: Database,
    name: string,
    { rowLevelSecurity, upgrade = true, partitions, partitioning, coordinator }: TablesOptions
  ) {
    this.#coordinator = coordinator
    this.#splits = partitions !== undefined && upgrade
    this.#partitions = new Partitions(database, name, partitioning)
    this.#database = database
    this.#isSecured = rowLevelSecurity
    this.#upgrades = upgrade
    this.#name = name
    this.schema = quoted(name)
  }

  /**
   * Creates or updates the schema and the tables of these collections, in one transaction. Refuses
   * a schema of another release if it must not be upgraded.
   */
  async prepare(collections: ReadonlyArray<Collection<Row>>, now = Date.now()): Promise<void> {
    const mayMove = this.#coordinator !== null
    const tables = collections.map((of) => new Table(this.schema, of, mayMove))
    const changing = this.#coordinator ?? this.#database
    const isSecured = await changing.inTransaction(async (session) => {
      await session.rows(seeAll)
      if (mayMove) await distribute(session, this.#name, this.#upgrades)
      if (this.#upgrades) await migrate(session, this.#name, this.schema)
      else await assertMigrated(session, this.#name, this.schema)
      for (const table of await outdated(session, this.schema, tables)) {
        if (!this.#upgrades) throw otherRelease(this.#name)
        await followCollection(session, this.#name, this.schema, table)
      }
      const home = mayMove ? await findHome(session, this.#name, this.schema) : null
      await keepEpoch(session, { name: this.#name, schema: this.schema }, tables, home)
      return mayMove ? false : secureTables(session, this.#name, this.#isSecured)
    })
    if (isSecured) this.#database.secure()
    await this.#partition(tables, now)
    for (const table of tables) this.#keep(table)
  }

  /** Finds the node that has the schema. If it has moved there, its new rows get a new epoch. */
  async findHome(coordinator: Database): Promise<Home> {
    const home = await coordinator.use((session) => findHome(session, this.#name, this.schema))
    if (home.isKept) return home
    return coordinator.inTransaction(async (session) => {
      await session.rows(lockOf(this.#name))
      const present = await findHome(session, this.#name, this.schema)
      await keepEpoch(session, { name: this.#name, schema: this.schema }, [], present)
      return present
    })
  }

  /** Splits tables if the option says so. */
  async #partition(tables: ReadonlyArray<Table>, now: number): Promise<void> {
    await this.#partitions.find(tables)
    if (this.#splits) await this.#partitions.split(tables, now)
    else if (this.#upgrades) await this.#partitions.forget()
    if (this.#upgrades) await this.#partitions.keep(now)
  }

  /**
   * Deletes the oldest rows of all scopes below an id. Returns their number. Of a table with
   * partitions it drops whole partitions, and creates those that are missing ahead.
   */
  async sweep(
    of: Collection<Row>,
    idBefore: string,
    { limit, now }: { readonly limit: number; readonly now: number }
  ): Promise<number> {
    const table = await this.of(of)
    await this.#partitions.keep(now)
    return this.#partitions.has(of)
      ? this.#partitions.drop(table, indexedText(idBefore), Math.max(limit, 0))
      : (await this.#database.rows(table.sweep(idBefore, limit))).length
  }

  /** Returns the table of a collection. Creates it if it is missing. */
  of(of: Collection<Row>): Promise<Table> {
    const known = this.#tables.get(of)
    if (known !== undefined) return known
    const made = this.prepare([of]).then(() => this.known(of))
    this.#tables.set(of, made)
    made.catch(() => this.#tables.delete(of))
    return made
  }

  /** Returns the table of a collection that {@link Tables.of} has prepared. */
  known(of: Collection<Row>): Table {
    const table = this.#ready.get(of)
    if (table === undefined) throw new Error(`the table of ${of.name} is not ready`)
    return table
  }

  /** Returns the sums of a collection. */
  async sumsOf(of: Collection<Row>): Promise<KeptSums> {
    await this.of(of)
    const sums = this.#sums.get(of)
    if (sums === undefined) throw new Error(`${of.name} has no sums`)
    return sums
  }

  /** Counts committed inserts for the sums. */
  noteWritten(changes: ReadonlyArray<Change>): void {
    for (const { _tag, collection } of changes) {
      if (_tag === "Insert") this.#sums.get(collection)?.noteRows(1)
    }
  }

  #keep(table: Table): void {
    const { of } = table
    this.#ready.set(of, table)
    this.#tables.set(of, Promise.resolve(table))
    if (Object.keys(of.sums).length === 0 || this.#sums.has(of)) return
    if (!of.appendOnly) throw new Error(`${of.name} has sums and is not append-only`)
    this.#sums.set(of, new KeptSums(this.#database, this.schema, table))
  }
}
