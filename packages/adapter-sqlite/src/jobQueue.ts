import { type ClaimQuery, type Job, JobCollection, type Scope, type Stored } from "@payloom/core"
import type { Connection, RowStatement } from "./Connection.ts"
import type { Scopes } from "./Scopes.ts"

type Due = readonly [
  rowid: number,
  dueAt: number,
  id: string,
  scope: number,
  version: number,
  doc: string
]

/** Where a walk through what is due has come to. */
type Position = readonly [dueAt: number, id: string, scope: number]

const beforeAll: Position = [Number.MIN_SAFE_INTEGER, "", 0]

/** Jobs that are due and not leased, in their order from a position on, some scopes left out. */
export const dueSql = (kinds: number | null): string => {
  const places = Array.from({ length: kinds ?? 0 }, () => "?").join(", ")
  return `SELECT rowid, due_at, id, scope, version, doc
    FROM jobs INDEXED BY payloom_jobs_due
    WHERE due_at <= ? AND (leased_until IS NULL OR leased_until <= ?)
      AND (due_at, id, scope) > (?, ?, ?)
      AND scope NOT IN (SELECT value FROM json_each(?))
      ${kinds === null ? "" : `AND kind IN (${places})`}
    ORDER BY due_at, id, scope LIMIT ?`
}

/** Claims what is due; see the port. */
export const claimDue = (
  connection: Connection,
  scopes: Scopes,
  query: ClaimQuery
): ReadonlyArray<Stored<Job>> => {
  if (query.limit <= 0 || query.perTenant <= 0 || query.kinds?.length === 0) return []
  const statement = connection.read<Due>(dueSql(query.kinds?.length ?? null))
  // An idle worker asks often: without work, it takes no lock.
  if (dueFrom(statement, query, beforeAll, [], 1).length === 0) return []
  return connection.transaction(() => {
    const claimed: Array<Stored<Job>> = []
    const perTenant = new Map<string, number>()
    const served: Array<number> = []
    let position = beforeAll
    for (;;) {
      const wanted = query.limit - claimed.length
      const found = dueFrom(statement, query, position, served, wanted)
      for (const job of found) {
        position = [job[1], job[2], job[3]]
        const scope = scopes.at(job[3])
        const share = (perTenant.get(scope.tenant) ?? 0) + 1
        if (share > query.perTenant) continue
        perTenant.set(scope.tenant, share)
        if (share === query.perTenant) served.push(...scopes.ofTenant(scope.tenant))
        claimed.push(lease(connection, scope, job, query.leaseUntil))
      }
      if (found.length < wanted || claimed.length >= query.limit) return claimed
    }
  })
}

const dueFrom = (
  statement: RowStatement<Due>,
  { now, kinds = [] }: ClaimQuery,
  position: Position,
  servedScopes: ReadonlyArray<number>,
  limit: number
): ReadonlyArray<Due> =>
  statement.all([now, now, ...position, JSON.stringify(servedScopes), ...kinds, limit])

const lease = (
  connection: Connection,
  { tenant, mode }: Scope,
  [rowid, , , , version, doc]: Due,
  leaseUntil: number
): Stored<Job> => {
  const job = JobCollection.decode(doc)
  const row: Job = { ...job, leasedUntil: leaseUntil }
  connection
    .write("UPDATE jobs SET version = ?, leased_until = ?, doc = ? WHERE rowid = ?")
    .run([version + 1, leaseUntil, JobCollection.encode(row), rowid])
  return { scope: { tenant, mode }, row, version: version + 1 }
}

/** The jobs not leased, the first of them, and those leased, of which there are few. */
export const nextDueSql = `SELECT min(at) FROM (
  SELECT * FROM (SELECT due_at AS at FROM jobs INDEXED BY payloom_jobs_due
    WHERE leased_until IS NULL ORDER BY due_at LIMIT 1)
  UNION ALL
  SELECT min(max(due_at, leased_until)) FROM jobs INDEXED BY payloom_jobs_leased
    WHERE leased_until IS NOT NULL)`

/** When the next job can be claimed, in milliseconds since the epoch; null where there is none. */
export const nextDue = (connection: Connection): number | null =>
  connection.read<[number | null]>(nextDueSql).get([])?.[0] ?? null
