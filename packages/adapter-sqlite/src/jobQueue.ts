import {
  type ClaimQuery,
  type Job,
  JobCollection,
  type Scope,
  type Stored,
  storedRow
} from "@payloom/core"
import type { Connection } from "./Connection.ts"
import { readRow } from "./readRow.ts"
import type { Scopes } from "./Scopes.ts"

type Due = readonly [
  rowid: number,
  dueAt: number,
  id: string,
  scope: number,
  version: number,
  doc: string
]

/** The position of a walk through the due jobs. */
type Position = readonly [dueAt: number, id: string, scope: number]

const beforeAll: Position = [Number.MIN_SAFE_INTEGER, "", 0]

/** The positions, by kind, up to which claims have passed the jobs of tenants with a full share. */
export type Walks = Map<string, Position>

/**
 * The largest number of jobs of a kind that one claim passes to find jobs of tenants with less than
 * their share. The next claim continues there. One tenant may have a hundred thousand due jobs.
 */
export const longestWalk = 1000

/** Reads the kinds of all jobs, by an index, from one kind to the next. */
export const kindsSql = `WITH RECURSIVE kinds(kind) AS (
  SELECT min(kind) FROM jobs
  UNION ALL
  SELECT (SELECT min(kind) FROM jobs WHERE kind > kinds.kind) FROM kinds WHERE kind IS NOT NULL
) SELECT kind FROM kinds WHERE kind IS NOT NULL`

/** Reads the kinds that begin with a text, in the same way. */
export const kindsFromSql = `WITH RECURSIVE kinds(kind) AS (
  SELECT min(kind) FROM jobs WHERE kind >= ? AND kind < ?
  UNION ALL
  SELECT (SELECT min(kind) FROM jobs WHERE kind > kinds.kind AND kind < ?)
  FROM kinds WHERE kind IS NOT NULL
) SELECT kind FROM kinds WHERE kind IS NOT NULL`

/** Finds out if a job of these kinds is due and not leased. */
export const anyDueSql = `SELECT 1 FROM json_each(?) AS kinds WHERE EXISTS (
  SELECT 1 FROM jobs INDEXED BY payloom_jobs_due
  WHERE kind = kinds.value AND due_at <= ? AND (leased_until IS NULL OR leased_until <= ?))
  LIMIT 1`

/**
 * Reads jobs of a kind that are due and not leased, in order, after a position. Of the first so
 * many, it leaves out those of some scopes.
 */
export const dueSql = `SELECT * FROM (
    SELECT rowid, due_at, id, scope, version, doc FROM jobs INDEXED BY payloom_jobs_due
    WHERE kind = ? AND due_at <= ? AND (leased_until IS NULL OR leased_until <= ?)
      AND (due_at, id, scope) > (?, ?, ?)
    ORDER BY due_at, id, scope LIMIT ?)
  WHERE scope NOT IN (SELECT value FROM json_each(?)) LIMIT ?`

/** Finds the last job of a walk: the one so many jobs after a position. */
const walkedToSql = `SELECT due_at, id, scope FROM jobs INDEXED BY payloom_jobs_due
  WHERE kind = ? AND due_at <= ? AND (leased_until IS NULL OR leased_until <= ?)
    AND (due_at, id, scope) > (?, ?, ?)
  ORDER BY due_at, id, scope LIMIT 1 OFFSET ?`

/** A claim whose kinds are known. */
type Claiming = ClaimQuery & Required<Pick<ClaimQuery, "kinds">>

/**
 * Returns the claim to make. Null if nothing is due, so that idle workers, which poll, take no
 * lock.
 */
export const toClaim = (
  connection: Connection,
  { kinds: asked, ...query }: ClaimQuery
): Claiming | null => {
  if (query.limit <= 0 || query.perTenant <= 0) return null
  const kinds = [...new Set(asked ?? presentKinds(connection))]
  const { now } = query
  const isAnyDue = connection.read<[number]>(anyDueSql).get([JSON.stringify(kinds), now, now])
  return isAnyDue === undefined ? null : { ...query, kinds }
}

/** Claims due jobs within a transaction, as the storage port says. */
export const claim = (
  connection: Connection,
  scopes: Scopes,
  query: Claiming,
  walks: Walks
): ReadonlyArray<Stored<Job>> => {
  const { limit, kinds, perKind } = query
  const claimed: Array<Stored<Job>> = []
  const shares = new Map<string, number>()
  const served: Array<number> = []
  const take = (found: ReadonlyArray<Due>): void => {
    for (const job of found) {
      const scope = scopes.at(job[3])
      const share = (shares.get(scope.tenant) ?? 0) + 1
      if (share > query.perTenant) continue
      shares.set(scope.tenant, share)
      if (share === query.perTenant) served.push(...scopes.ofTenant(scope.tenant))
      claimed.push(lease(connection, scope, job, query.leaseUntil))
    }
  }
  const all = kinds.map((kind): Walk => {
    const rows = Math.min(perKind?.[kind] ?? limit, limit)
    return { kind, from: beforeAll, rows: Math.max(rows, 0) }
  })
  const first = dueIn(connection, query, all, served, limit)
  take(first)
  if (perKind !== undefined || first.length < limit || claimed.length >= limit) return claimed
  const behind = kinds.map(
    (kind): Walk => ({ kind, from: walks.get(kind) ?? beforeAll, rows: longestWalk })
  )
  const walkedTo = behind.map((walk) => endOf(connection, query, walk))
  for (;;) {
    const wanted = limit - claimed.length
    const found = dueIn(connection, query, behind, served, wanted)
    take(found)
    if (claimed.length >= limit) return claimed
    if (found.length < wanted) break
  }
  kinds.forEach((kind, at) => {
    const end = walkedTo[at]
    if (end === undefined) walks.delete(kind)
    else walks.set(kind, end)
  })
  return claimed
}

/** A part of a kind's due jobs: so many rows after a position. */
interface Walk {
  readonly kind: string
  readonly from: Position
  readonly rows: number
}

/** Returns the position of a walk's last row. Undefined if there are fewer due jobs. */
const endOf = (
  connection: Connection,
  { now }: Claiming,
  { kind, from, rows }: Walk
): Position | undefined =>
  connection.read<Position>(walkedToSql).get([kind, now, now, ...from, rows - 1])

/** Searches each kind by itself, so that jobs of other kinds are not passed. */
const dueIn = (
  connection: Connection,
  { now }: Claiming,
  walks: ReadonlyArray<Walk>,
  servedScopes: ReadonlyArray<number>,
  limit: number
): ReadonlyArray<Due> => {
  const statement = connection.read<Due>(dueSql)
  const served = JSON.stringify(servedScopes)
  return walks
    .flatMap(({ kind, from, rows }) =>
      statement.all([kind, now, now, ...from, rows, served, limit])
    )
    .sort(inOrder)
    .slice(0, limit)
}

const inOrder = ([, dueAt, id, scope]: Due, [, otherDue, otherId, otherScope]: Due): number =>
  dueAt - otherDue || (id < otherId ? -1 : id > otherId ? 1 : scope - otherScope)

const presentKinds = (connection: Connection): ReadonlyArray<string> =>
  connection
    .read<[string]>(kindsSql)
    .all([])
    .map(([kind]) => kind)

/** Returns the kinds that begin with a text, as the storage port says. */
export const jobKinds = (connection: Connection, prefix: string): ReadonlyArray<string> => {
  const end = `${prefix}\u{10ffff}`
  return connection
    .read<[string]>(kindsFromSql)
    .all([prefix, end, end])
    .map(([kind]) => kind)
}

const lease = (
  connection: Connection,
  { tenant, mode }: Scope,
  [rowid, , id, , version, doc]: Due,
  leaseUntil: number
): Stored<Job> => {
  const job = readRow(JobCollection, id, doc)
  const row: Job = { ...job, leasedUntil: leaseUntil }
  connection
    .write("UPDATE jobs SET version = ?, leased_until = ?, doc = ? WHERE rowid = ?")
    .run([version + 1, leaseUntil, JobCollection.encode(row), rowid])
  return storedRow({ tenant, mode }, row, version + 1)
}

/** Reads the first unleased job of each kind, and the leased jobs, of which there are few. */
export const nextDueSql = `SELECT min(at) FROM (
  SELECT (SELECT due_at FROM jobs INDEXED BY payloom_jobs_due
    WHERE kind = kinds.value AND leased_until IS NULL ORDER BY due_at LIMIT 1) AS at
  FROM json_each(?) AS kinds
  UNION ALL
  SELECT min(max(due_at, leased_until)) FROM jobs INDEXED BY payloom_jobs_leased
    WHERE leased_until IS NOT NULL AND kind IN (SELECT value FROM json_each(?)))`

/**
 * Returns the time when the next job can be claimed, in milliseconds since the epoch. Null if there
 * is none.
 */
export const nextDue = (
  connection: Connection,
  kinds: ReadonlyArray<string> = presentKinds(connection)
): number | null => {
  const asked = JSON.stringify(kinds)
  return connection.read<[number | null]>(nextDueSql).get([asked, asked])?.[0] ?? null
}

/** Reads jobs of a kind and a scope that are due before a time, in order. */
export const scopeDueSql = `SELECT due_at, id, version, doc FROM jobs INDEXED BY payloom_jobs_due
  WHERE kind = ? AND due_at < ? AND scope = ? ORDER BY due_at, id LIMIT ?`

/** Returns the jobs of a scope that are due before a time, as the storage port says. */
export const dueJobs = (
  connection: Connection,
  scope: Scope,
  number: number,
  dueBefore: number,
  limit: number
): ReadonlyArray<Stored<Job>> => {
  const statement = connection.read<[number, string, number, string]>(scopeDueSql)
  return presentKinds(connection)
    .flatMap((kind) => statement.all([kind, dueBefore, number, Math.max(limit, 0)]))
    .sort(([dueAt, id], [otherDueAt, otherId]) => dueAt - otherDueAt || (id < otherId ? -1 : 1))
    .slice(0, Math.max(limit, 0))
    .map(([, id, version, doc]) => storedRow(scope, readRow(JobCollection, id, doc), version))
}
