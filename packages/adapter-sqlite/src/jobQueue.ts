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

/** Where a walk through what is due has come to. */
type Position = readonly [dueAt: number, id: string, scope: number]

const beforeAll: Position = [Number.MIN_SAFE_INTEGER, "", 0]

/** How far the walks of claims have come among what tenants with their share have of a kind. */
export type Walks = Map<string, Position>

/**
 * So many jobs of a kind a claim goes past, at most, to find those of tenants that have less than
 * their share; the next one goes on from there. One tenant's jobs may be a hundred thousand.
 */
export const longestWalk = 1000

/** The kinds that there are jobs of, from one to the next. */
export const kindsSql = `WITH RECURSIVE kinds(kind) AS (
  SELECT min(kind) FROM jobs
  UNION ALL
  SELECT (SELECT min(kind) FROM jobs WHERE kind > kinds.kind) FROM kinds WHERE kind IS NOT NULL
) SELECT kind FROM kinds WHERE kind IS NOT NULL`

/** The same, of those that begin with a text: from it on, to the last that begins so. */
export const kindsFromSql = `WITH RECURSIVE kinds(kind) AS (
  SELECT min(kind) FROM jobs WHERE kind >= ? AND kind < ?
  UNION ALL
  SELECT (SELECT min(kind) FROM jobs WHERE kind > kinds.kind AND kind < ?)
  FROM kinds WHERE kind IS NOT NULL
) SELECT kind FROM kinds WHERE kind IS NOT NULL`

/** Whether a job of these kinds is due and not leased. */
export const anyDueSql = `SELECT 1 FROM json_each(?) AS kinds WHERE EXISTS (
  SELECT 1 FROM jobs INDEXED BY payloom_jobs_due
  WHERE kind = kinds.value AND due_at <= ? AND (leased_until IS NULL OR leased_until <= ?))
  LIMIT 1`

/**
 * Jobs of a kind, due and not leased, in their order behind a position: of the first so many, those
 * without some scopes.
 */
export const dueSql = `SELECT * FROM (
    SELECT rowid, due_at, id, scope, version, doc FROM jobs INDEXED BY payloom_jobs_due
    WHERE kind = ? AND due_at <= ? AND (leased_until IS NULL OR leased_until <= ?)
      AND (due_at, id, scope) > (?, ?, ?)
    ORDER BY due_at, id, scope LIMIT ?)
  WHERE scope NOT IN (SELECT value FROM json_each(?)) LIMIT ?`

/** The job of a kind, due and not leased, that stands so many behind a position. */
const walkedToSql = `SELECT due_at, id, scope FROM jobs INDEXED BY payloom_jobs_due
  WHERE kind = ? AND due_at <= ? AND (leased_until IS NULL OR leased_until <= ?)
    AND (due_at, id, scope) > (?, ?, ?)
  ORDER BY due_at, id, scope LIMIT 1 OFFSET ?`

/** A claim of named kinds. */
type Claiming = ClaimQuery & Required<Pick<ClaimQuery, "kinds">>

/** The claim to make; null where nothing is due. An idle worker asks often, and takes no lock. */
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

/** Claims what is due, within a transaction; see the port. */
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

/** A part of what is due of a kind: so many rows behind a position. */
interface Walk {
  readonly kind: string
  readonly from: Position
  readonly rows: number
}

/** Where the last row of a walk stands; undefined where what is due ends before. */
const endOf = (
  connection: Connection,
  { now }: Claiming,
  { kind, from, rows }: Walk
): Position | undefined =>
  connection.read<Position>(walkedToSql).get([kind, now, now, ...from, rows - 1])

/** One limited search for each kind, so that what waits of others isn't gone past. */
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

/** The kinds that begin with a text; see the port. */
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

/** Of the jobs not leased the first of each kind, and those leased, of which there are few. */
export const nextDueSql = `SELECT min(at) FROM (
  SELECT (SELECT due_at FROM jobs INDEXED BY payloom_jobs_due
    WHERE kind = kinds.value AND leased_until IS NULL ORDER BY due_at LIMIT 1) AS at
  FROM json_each(?) AS kinds
  UNION ALL
  SELECT min(max(due_at, leased_until)) FROM jobs INDEXED BY payloom_jobs_leased
    WHERE leased_until IS NOT NULL AND kind IN (SELECT value FROM json_each(?)))`

/** When the next job can be claimed, in milliseconds since the epoch; null where there is none. */
export const nextDue = (
  connection: Connection,
  kinds: ReadonlyArray<string> = presentKinds(connection)
): number | null => {
  const asked = JSON.stringify(kinds)
  return connection.read<[number | null]>(nextDueSql).get([asked, asked])?.[0] ?? null
}
