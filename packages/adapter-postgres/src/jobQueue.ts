import type { ClaimQuery, Scope } from "@payloom/core"
import type { Session } from "./Database.ts"
import { indexScan } from "./indexScan.ts"
import { type Line, number, ofAll, type Statement, sql, text } from "./Statement.ts"
import { rowWidth, type Table } from "./Table.ts"

/** The order of jobs in a queue. */
const order = "due_at, id, tenant, mode"

/** The position of a walk through the due jobs, as text, in that order. */
type Position = readonly [dueAt: string, id: string, tenant: string, mode: string]

const beforeAll: Position = [`${Number.MIN_SAFE_INTEGER}`, "", "", ""]

/** The positions, by kind, up to which claims have passed the jobs of tenants with a full share. */
export type Walks = Map<string, Position>

/**
 * The largest number of jobs of a kind that one claim passes to find jobs of tenants with less than
 * their share. The next claim continues there. One tenant may have a hundred thousand due jobs.
 */
export const longestWalk = 1000

/** A claim whose kinds are known. */
type Claiming = ClaimQuery & Required<Pick<ClaimQuery, "kinds">>

/**
 * Claims due jobs, as the storage port says. If no tenant has more than its share, it takes one
 * statement. Jobs that another process is claiming are skipped. Returns lines of jobs with their
 * scopes.
 */
export const claimDue = async (
  session: Session,
  jobs: Table,
  asked: ClaimQuery,
  walks: Walks
): Promise<ReadonlyArray<Line>> => {
  const { limit, perTenant, perKind } = asked
  if (limit <= 0 || perTenant <= 0) return []
  const kinds = [...new Set(asked.kinds ?? (await jobKinds(session, jobs, "")))]
  const query = { ...asked, kinds }
  const first = await session.rows(indexScan, ofAll(claimFirst(jobs, query)))
  // If fewer jobs were due than the limit, they include all jobs of other tenants.
  const due = first[0] === undefined ? 0 : number(first[0], behindScope)
  if (perKind !== undefined || due < limit || first.length >= limit) return first
  const others = await session.rows(indexScan, ofAll(claimOthers(jobs, query, first, walks)))
  const claimed = others.filter(([version]) => version !== null)
  if (first.length + claimed.length < limit) {
    const ends = JSON.parse(text(others[0], behindScope)) as ReadonlyArray<
      readonly [string, ...Position]
    >
    for (const kind of kinds) walks.delete(kind)
    for (const [kind, ...end] of ends) walks.set(kind, end)
  }
  return [...first, ...claimed]
}

/** After the columns of a job come its tenant, its mode, and a further column of the statement. */
const tenantColumn = rowWidth
const behindScope = rowWidth + 2

/** Claims the first due jobs, of each tenant up to its share. Also returns how many were due. */
const claimFirst = (
  { columns, layout: { table } }: Table,
  { kinds, now, leaseUntil, limit, perTenant, perKind }: Claiming
): Statement =>
  sql(
    `WITH due AS (
       SELECT job.* FROM unnest($1::text[], $6::int[]) AS wanted (kind, most) CROSS JOIN LATERAL (
         SELECT tenant, mode, id, due_at FROM ${table}
         WHERE kind = wanted.kind AND ${isDue}
         ORDER BY ${order} LIMIT wanted.most FOR UPDATE SKIP LOCKED) AS job),
     first AS (SELECT * FROM due ORDER BY ${order} LIMIT $3),
     shared AS (
       SELECT *, row_number() OVER (PARTITION BY tenant ORDER BY ${order}) AS share FROM first),
     claimed AS (
       UPDATE ${table} AS job SET version = version + 1, leased_until = $4
       FROM shared WHERE job.tenant = shared.tenant AND job.mode = shared.mode
         AND job.id = shared.id AND shared.share <= $5
       RETURNING job.*)
     SELECT ${columns}, tenant, mode, (SELECT count(*) FROM first) FROM claimed ORDER BY ${order}`,
    [
      kinds,
      now,
      limit,
      leaseUntil,
      perTenant,
      kinds.map((kind) => `${Math.max(Math.min(perKind?.[kind] ?? limit, limit), 0)}`)
    ]
  )

/** A condition with `now` as parameter 2. */
const isDue = "due_at <= $2 AND (leased_until IS NULL OR leased_until <= $2)"

/**
 * Claims jobs of tenants that have less than their share, from the position of the walk before.
 * Returns at least one line, with the positions of the walks that have not ended.
 */
const claimOthers = (
  { columns, layout: { table } }: Table,
  { kinds, now, leaseUntil, limit, perTenant }: Claiming,
  claimed: ReadonlyArray<Line>,
  walks: Walks
): Statement => {
  const shares = new Map<string, number>()
  for (const line of claimed) {
    const tenant = text(line, tenantColumn)
    shares.set(tenant, (shares.get(tenant) ?? 0) + 1)
  }
  const from = kinds.map((kind) => walks.get(kind) ?? beforeAll)
  return sql(
    `WITH walked AS MATERIALIZED (
       SELECT job.* FROM unnest($1::text[], $3::bigint[], $4::text[], $5::text[], $6::text[])
         AS walk (kind, due_at, id, tenant, mode)
       CROSS JOIN LATERAL (
         SELECT kind, tenant, mode, id, due_at FROM ${table}
         WHERE kind = walk.kind AND ${isDue}
           AND (${order}) > (walk.due_at, walk.id, walk.tenant, walk.mode)
         ORDER BY ${order} LIMIT ${longestWalk}) AS job),
     shared AS (
       SELECT walked.*, coalesce(had.share, 0) + row_number() OVER (
         PARTITION BY walked.tenant ORDER BY ${order}) AS share
       FROM walked LEFT JOIN unnest($7::text[], $8::bigint[]) AS had (tenant, share)
         USING (tenant)
       WHERE walked.tenant <> ALL ($12)),
     first AS (SELECT * FROM shared WHERE share <= $9 ORDER BY ${order} LIMIT $10),
     free AS (
       SELECT job.* FROM first CROSS JOIN LATERAL (
         SELECT tenant, mode, id FROM ${table}
         WHERE tenant = first.tenant AND mode = first.mode AND id = first.id AND ${isDue}
         LIMIT 1 FOR UPDATE SKIP LOCKED) AS job),
     claimed AS (
       UPDATE ${table} AS job SET version = version + 1, leased_until = $11
       FROM free WHERE job.tenant = free.tenant AND job.mode = free.mode AND job.id = free.id
       RETURNING job.*),
     last AS (
       SELECT DISTINCT ON (kind) kind, due_at::text, id, tenant, mode FROM walked
       WHERE kind IN (SELECT kind FROM walked GROUP BY kind HAVING count(*) = ${longestWalk})
       ORDER BY kind, walked.due_at DESC, id DESC, tenant DESC, mode DESC)
     SELECT ${columns}, tenant, mode, ends FROM (
       SELECT coalesce(json_agg(json_build_array(kind, due_at, id, tenant, mode)), '[]') AS ends
       FROM last) AS walks
     LEFT JOIN claimed ON true ORDER BY ${order}`,
    [
      kinds,
      now,
      from.map(([dueAt]) => dueAt),
      from.map(([, id]) => id),
      from.map(([, , tenant]) => tenant),
      from.map(([, , , mode]) => mode),
      [...shares.keys()],
      [...shares.values()].map(String),
      perTenant,
      limit - claimed.length,
      leaseUntil,
      [...shares].filter(([, share]) => share >= perTenant).map(([tenant]) => tenant)
    ]
  )
}

/** Returns the kinds that begin with a text, by an index, as the storage port says. */
export const jobKinds = async (
  { rows }: Session,
  { layout: { table } }: Table,
  prefix: string
): Promise<ReadonlyArray<string>> => {
  const lines = await rows(
    ofAll(
      sql(
        `WITH RECURSIVE kinds (kind) AS (
         SELECT min(kind) FROM ${table} WHERE kind >= $1 AND kind < $2
         UNION ALL
         SELECT (SELECT min(kind) FROM ${table} WHERE kind > kinds.kind AND kind < $2)
         FROM kinds WHERE kind IS NOT NULL)
       SELECT kind FROM kinds WHERE kind IS NOT NULL`,
        [prefix, `${prefix}\u{10ffff}`]
      )
    )
  )
  return lines.map((line) => text(line, 0))
}

/** Returns the time when the next job can be claimed. Null if there is none. */
export const nextDue = async (
  session: Session,
  jobs: Table,
  asked?: ReadonlyArray<string>
): Promise<number | null> => {
  const { table } = jobs.layout
  const kinds = asked ?? (await jobKinds(session, jobs, ""))
  const [line] = await session.rows(
    indexScan,
    ofAll(
      sql(
        `SELECT min(at) FROM unnest($1::text[]) AS wanted (kind) CROSS JOIN LATERAL (
         (SELECT due_at AS at FROM ${table}
          WHERE kind = wanted.kind AND leased_until IS NULL ORDER BY ${order} LIMIT 1)
         UNION ALL
         (SELECT min(greatest(due_at, leased_until)) FROM ${table}
          WHERE kind = wanted.kind AND leased_until IS NOT NULL)) AS next`,
        [kinds]
      )
    )
  )
  const at = line?.[0] ?? null
  return at === null ? null : Number(at)
}

/** The requested jobs of a scope. */
interface DueQuery {
  readonly scope: Scope
  readonly dueBefore: number
  readonly limit: number
}

/** Returns lines of the jobs of a scope that are due before a time, as the storage port says. */
export const dueJobs = async (
  session: Session,
  jobs: Table,
  { scope: { tenant, mode }, dueBefore, limit }: DueQuery
): Promise<ReadonlyArray<Line>> => {
  const { table } = jobs.layout
  const kinds = await jobKinds(session, jobs, "")
  return session.rows(
    indexScan,
    ofAll(
      sql(
        `SELECT ${jobs.columns}, tenant, mode FROM unnest($1::text[]) AS wanted (kind)
         CROSS JOIN LATERAL (
           SELECT * FROM ${table} WHERE kind = wanted.kind AND due_at < $2
           AND tenant = $3 AND mode = $4 ORDER BY ${order} LIMIT $5) AS due
         ORDER BY ${order} LIMIT $5`,
        [kinds, dueBefore, tenant, mode, Math.max(limit, 0)]
      )
    )
  )
}
