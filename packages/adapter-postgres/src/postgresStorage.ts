import {
  type Change,
  JobCollection,
  type ScopeQuery,
  type Storage,
  type StoragePort,
  type StorageReads,
  severalTenants
} from "@payloom/core"
import { Clock, Effect, Option } from "effect"
import { Commits } from "./Commits.ts"
import type { Database } from "./Database.ts"
import { asking } from "./failureOf.ts"
import { feedEnd, readFeed } from "./feeds.ts"
import { indexedText } from "./indexedText.ts"
import { claimDue, dueJobs, jobKinds, nextDue, type Walks } from "./jobQueue.ts"
import { readPage } from "./pages.ts"
import { ofAll, type Statement, sql, text } from "./Statement.ts"
import { scopeAt, storedIn, storedWithScope } from "./Table.ts"
import type { Tables } from "./Tables.ts"
import { transactionsOf } from "./transactions.ts"

/** Returns the storage port on a database whose tables are ready. */
export const makePostgresStorage = (database: Database, tables: Tables): Storage["Service"] => {
  const commits = new Commits(database, tables.schema, ({ collection }) => tables.known(collection))
  const transaction = transactionsOf(database, commits)
  const committing =
    (commit: StoragePort["commit"], tenant?: string): StoragePort["commit"] =>
    (changes) =>
      Effect.flatMap(
        asking(() => prepared(tables, changes, tenant)),
        () => Effect.tap(commit(changes), () => Effect.sync(() => tables.noteWritten(changes)))
      )
  return {
    ...rowReads(database, tables),
    ...orderedReads(database, tables),
    ...queue(database, tables),
    commit: committing((changes) => commits.join(changes)),
    begin: ({ tenant }) =>
      Effect.map(transaction, (opened) => ({
        ...opened,
        commit: committing(opened.commit, tenant)
      })),
    checkWrites: commits.checkWrites(),
    hearLoss: (listener) => database.witnesses.hear(listener),
    system: "postgresql",
    storedCollections: asking(async () => {
      const names = sql(`SELECT name FROM ${tables.schema}.collections ORDER BY name`)
      return (await database.rows(ofAll(names))).map((line) => text(line, 0))
    }),
    scopes: (query) =>
      asking(async () => {
        const lines = await database.rows(scopePage(tables.schema, query))
        return lines.map((line) => scopeAt(line, 0))
      }),
    sweep: (of, idBefore, limit) =>
      Effect.flatMap(Clock.currentTimeMillis, (now) =>
        asking(async () => {
          if (!of.sweepable || of.appendOnly) throw new Error(`${of.name} may not be swept`)
          return tables.sweep(of, idBefore, { limit, now })
        })
      )
  }
}

/**
 * Creates the tables of collections that were not prepared at the start, before they are written
 * to. Throws if the changes are not of one tenant.
 */
const prepared = async (
  tables: Tables,
  changes: ReadonlyArray<Change>,
  tenant: string | undefined
): Promise<void> => {
  const refusal = severalTenants(changes, tenant)
  if (refusal !== null) throw new Error(refusal)
  for (const { collection } of changes) await tables.of(collection)
}

const scopePage = (schema: string, { after, limit }: ScopeQuery): Statement =>
  ofAll(
    sql(
      `SELECT tenant, mode FROM ${schema}.scopes WHERE (tenant, mode) > ($1, $2)
       ORDER BY tenant, mode LIMIT $3`,
      [after?.tenant ?? "", after?.mode ?? "", Math.max(limit, 0)]
    )
  )

const rowReads = (
  database: Database,
  tables: Tables
): Pick<StorageReads, "get" | "getMany" | "findUnique" | "page"> => ({
  get: (scope, of, id) =>
    asking(async () => {
      const table = await tables.of(of)
      const [line] = await database.rows(table.get(scope, id))
      return Option.map(Option.fromUndefinedOr(line), (found) => storedIn(of, scope, found))
    }),
  getMany: (scope, of, ids) =>
    asking(async () => {
      if (ids.length === 0) return []
      const table = await tables.of(of)
      const lines = await database.rows(table.getMany(scope, ids))
      const found = new Map(lines.map((line) => [text(line, 3), line]))
      return ids.flatMap((id) => {
        const line = found.get(indexedText(id))
        return line === undefined ? [] : [storedIn(of, scope, line)]
      })
    }),
  findUnique: (scope, of, key, value) =>
    asking(async () => {
      const table = await tables.of(of)
      const [line] = await database.rows(table.holder(scope, key, value))
      return Option.map(Option.fromUndefinedOr(line), (found) => storedWithScope(of, found))
    }),
  page: (scope, of, query) =>
    asking(async () => {
      const table = await tables.of(of)
      const lines = await database.use((session) => readPage(session, table, scope, query))
      return lines.map((line) => storedIn(of, scope, line))
    })
})

/** The feeds and sums of append-only collections. */
const orderedReads = (
  database: Database,
  tables: Tables
): Pick<StorageReads, "feed" | "feedEnd" | "sums"> => ({
  feed: (of, query) =>
    asking(async () => {
      const table = await tables.of(of)
      const { lines, ...page } = await database.use((session) => readFeed(session, table, query))
      return { ...page, rows: lines.map((line) => storedWithScope(of, line)) }
    }),
  feedEnd: (of) =>
    asking(async () => {
      const table = await tables.of(of)
      return Option.fromNullOr(await database.use((session) => feedEnd(session, table)))
    }),
  sums: (scope, of, name, query) =>
    asking(async () => (await tables.sumsOf(of)).read(scope, name, query))
})

const queue = (
  database: Database,
  tables: Tables
): Pick<Storage["Service"], "claimDue" | "nextDue" | "dueJobs" | "jobKinds"> => {
  const walks: Walks = new Map()
  return {
    claimDue: (query) =>
      asking(async () => {
        const jobs = await tables.of(JobCollection)
        const lines = await database.use((session) => claimDue(session, jobs, query, walks))
        return lines.map((line) => storedWithScope(JobCollection, line))
      }),
    nextDue: (kinds) =>
      asking(async () => {
        const jobs = await tables.of(JobCollection)
        return Option.fromNullOr(await database.use((session) => nextDue(session, jobs, kinds)))
      }),
    dueJobs: (scope, dueBefore, limit) =>
      asking(async () => {
        const jobs = await tables.of(JobCollection)
        const query = { scope, dueBefore, limit }
        const lines = await database.use((session) => dueJobs(session, jobs, query))
        return lines.map((line) => storedWithScope(JobCollection, line))
      }),
    jobKinds: (prefix) =>
      asking(async () => {
        const jobs = await tables.of(JobCollection)
        return database.use((session) => jobKinds(session, jobs, prefix))
      })
  }
}
