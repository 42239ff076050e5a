import type { Collection, Row } from "@payloom/core"
import type { Database, Session } from "../Database.ts"
import { DriverFailed } from "../DriverFailed.ts"
import { number, sql, text } from "../Statement.ts"
import { isSecuredTable, securing, seeAll } from "../security.ts"
import type { Table } from "../Table.ts"
import type { Partitioning } from "./Partitioning.ts"
import { type Part, partCreation, partName, partsOf, range } from "./partitionSql.ts"
import {
  leftChecks,
  splitCheck,
  splitCheckRemoval,
  splitTable,
  splitValidation
} from "./splitTable.ts"

/** A change of partitions blocks all others for a moment, so it doesn't wait for long. */
const lockTimeout = "SET LOCAL lock_timeout = '2s'"

/** The largest number of rows that are counted one by one. Of more, the statistics are used. */
const mostCounted = 100_000

/** The SQLSTATE of a constraint that doesn't exist. */
const noSuchConstraint = "42704"

/** The SQLSTATE of a lock that was not free in time. */
const lockNotAvailable = "55P03"

const keepEveryMs = 3_600_000

/** The partitions of a schema's tables. */
export class Partitions {
  readonly #database: Database
  readonly #name: string
  readonly #partitioning: Partitioning
  readonly #split = new Map<Collection<Row>, Table>()
  #keptAt = Number.NEGATIVE_INFINITY

  constructor(database: Database, name: string, partitioning: Partitioning) {
    this.#database = database
    this.#name = name
    this.#partitioning = partitioning
  }

  /** Returns true if a collection's table has partitions. */
  has(of: Collection<Row>): boolean {
    return this.#split.has(of)
  }

  /** Notes which tables have partitions. */
  async find(tables: ReadonlyArray<Table>): Promise<void> {
    const found = await this.#database.use(({ rows }) =>
      rows(
        sql(
          "SELECT relname FROM pg_class WHERE relnamespace = $1::regnamespace AND relkind = 'p'",
          [`"${this.#name}"`]
        )
      )
    )
    const names = new Set(found.map((line) => text(line, 0)))
    for (const table of tables) if (names.has(table.of.name)) this.#split.set(table.of, table)
  }

  /**
   * Splits the tables that the partitioning names and that have no partitions yet, one after the
   * other. Other processes may use them meanwhile. They wait while a table gets its new form.
   */
  async split(tables: ReadonlyArray<Table>, now: number): Promise<void> {
    for (const table of tables) {
      const bounds = this.#partitioning.bounds(table.of, now)
      if (bounds === null || this.#split.has(table.of)) continue
      await this.#splitOne(table, bounds)
      this.#split.set(table.of, table)
    }
  }

  /** Splits a table, unless another process does so meanwhile. */
  async #splitOne(table: Table, bounds: ReadonlyArray<string>): Promise<void> {
    const { layout } = table
    const ifWhole = (work: (session: Session) => Promise<void>): Promise<void> =>
      this.#alone(async (session) => {
        if ((await partsOf(session, layout.table)).length === 0) await work(session)
      })
    await ifWhole(async ({ rows }) => {
      await rows(sql(splitCheck(layout, bounds[0] ?? "")))
    })
    await this.#database.takeTime([sql(splitValidation(layout))]).catch((cause: unknown) => {
      const isSplitByOther = cause instanceof DriverFailed && cause.sqlState === noSuchConstraint
      if (!isSplitByOther) throw cause
    })
    await ifWhole(async (session) => {
      const isSecured = await isSecuredTable(session, layout.table)
      await splitTable(session, table, bounds, this.#partitioning)
      if (!isSecured) return
      const parts = await partsOf(session, layout.table)
      for (const name of [layout.table, ...parts.map((part) => part.name)]) {
        for (const statement of securing(name)) await session.rows(sql(statement))
      }
    })
  }

  /** Removes the check of a split that was interrupted, because it refuses later rows. */
  async forget(): Promise<void> {
    await this.#database.use(async ({ rows }) => {
      const left = await rows(sql(leftChecks, [this.#name]))
      for (const line of left) await rows(sql(splitCheckRemoval(text(line, 0))))
    })
  }

  /**
   * Creates partitions ahead and drops those whose time is over. Does so at most once an hour. A
   * table that somebody reads for long, such as for a dump, is left for an hour.
   */
  async keep(now: number): Promise<void> {
    if (now >= this.#keptAt && now < this.#keptAt + keepEveryMs) return
    for (const table of this.#split.values()) {
      await unlessRead(this.#extend(table, now), undefined)
      const keptFrom = this.#partitioning.keptFrom(table.of, now)
      if (keptFrom !== null) await this.drop(table, keptFrom, Number.POSITIVE_INFINITY)
    }
    this.#keptAt = now
  }

  /**
   * Drops the oldest partitions whose rows are all before an id, until at least `limit` rows are
   * gone. Returns the number of rows, which is an estimate if there were more than 100,000. Drops
   * none while somebody reads the table for long.
   */
  drop(table: Table, idBefore: string, limit: number): Promise<number> {
    return unlessRead(this.#dropNow(table, idBefore, limit), 0)
  }

  #dropNow(table: Table, idBefore: string, limit: number): Promise<number> {
    return this.#alone(async (session) => {
      const { layout } = table
      const over = (await partsOf(session, layout.table)).filter(
        ({ to }) => to !== null && to <= idBefore
      )
      const dropped: Array<Part> = []
      let dropping = 0
      for (const part of over) {
        if (dropping >= limit) break
        dropping += await countOf(session, part)
        dropped.push(part)
      }
      const last = dropped.at(-1)
      // The first partition is always there, so it is dropped only for the rows in it.
      if (last === undefined || (dropped.length === 1 && dropping === 0 && last.from === null)) {
        return 0
      }
      for (const { name } of dropped) await session.rows(sql(`DROP TABLE ${name}`))
      const first = { name: partName(layout.table, "before"), from: null, to: last.to }
      await this.#create(session, table, [first])
      return dropping
    })
  }

  /** Creates the partitions that are missing ahead. */
  async #extend(table: Table, now: number): Promise<void> {
    const { layout } = table
    await this.#alone(async (session) => {
      const last = (await partsOf(session, layout.table)).at(-1)
      const wanted = (this.#partitioning.bounds(table.of, now) ?? []).filter(
        (bound) => bound > (last?.from ?? "")
      )
      if (last?.from == null || last.to !== null || wanted.length === 0) return
      const [line] = await session.rows(sql(`SELECT max(id) FROM ${last.name}`))
      const newest = line?.[0] ?? null
      // The engine's clock was far ahead: the next partition takes all rows that are there.
      const upper = newest === null ? last.from : wanted.find((bound) => bound > newest)
      if (upper === undefined) return
      const bounds = [upper, ...wanted.filter((bound) => bound > upper)]
      await session.rows(sql(`ALTER TABLE ${layout.table} DETACH PARTITION ${last.name}`))
      if (newest === null) await session.rows(sql(`DROP TABLE ${last.name}`))
      else {
        const name = partName(layout.table, this.#partitioning.nameOf(last.from))
        await session.rows(sql(`ALTER TABLE ${last.name} RENAME TO ${name.split(".")[1]}`))
        const taken = { name, from: last.from, to: upper }
        await session.rows(
          sql(`ALTER TABLE ${layout.table} ATTACH PARTITION ${name} ${range(taken)}`)
        )
      }
      const parts = bounds.map((from, nth) => {
        const to = bounds[nth + 1] ?? null
        const suffix = to === null ? "after" : this.#partitioning.nameOf(from)
        return { name: partName(layout.table, suffix), from, to }
      })
      await this.#create(session, table, parts)
    })
  }

  async #create(session: Session, { layout }: Table, parts: ReadonlyArray<Part>): Promise<void> {
    const isSecured = await isSecuredTable(session, layout.table)
    for (const part of parts) {
      const statements = [...partCreation(layout, part), ...(isSecured ? securing(part.name) : [])]
      for (const statement of statements) await session.rows(sql(statement))
    }
  }

  /** Runs work in a transaction, while no other process changes partitions. */
  #alone<A>(work: (session: Session) => Promise<A>): Promise<A> {
    return this.#database.inTransaction(async (session) => {
      await session.rows(seeAll)
      await session.rows(sql(lockTimeout))
      await session.rows(
        sql("SELECT pg_advisory_xact_lock(hashtextextended($1, 0))", [
          `payloom ${this.#name} partitions`
        ])
      )
      return work(session)
    })
  }
}

/** Returns the result of a change, or `otherwise` if a transaction that reads kept its lock. */
const unlessRead = <A>(change: Promise<A>, otherwise: A): Promise<A> =>
  change.catch((cause: unknown) => {
    if (cause instanceof DriverFailed && cause.sqlState === lockNotAvailable) return otherwise
    throw cause
  })

const countOf = async ({ rows }: Session, { name }: Part): Promise<number> => {
  const [counted] = await rows(
    sql(`SELECT count(*) FROM (SELECT 1 FROM ${name} LIMIT ${mostCounted + 1}) AS counted`)
  )
  const count = number(counted, 0)
  if (count <= mostCounted) return count
  const [estimated] = await rows(
    sql("SELECT reltuples::bigint FROM pg_class WHERE oid = $1::text::regclass", [name])
  )
  return Math.max(number(estimated, 0), count)
}
