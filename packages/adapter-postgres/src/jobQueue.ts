import type { ClaimQuery } from "@payloom/core"
import { alongIndexes } from "./alongIndexes.ts"
import type { Session } from "./Database.ts"
import { type Line, number, ofAll, type Statement, sql, text } from "./Statement.ts"
import { rowWidth, type Table } from "./Table.ts"

/** Of jobs: their order in a queue. */
const order = "due_at, id, tenant, mode"

/**
 * Claims what is due, by one statement where no tenant has more than its share; see the port. A job
 * that another process is just claiming is gone past. Answers lines of jobs, their scopes behind.
 */
export const claimDue = async (
  session: Session,
  jobs: Table,
  query: ClaimQuery
): Promise<ReadonlyArray<Line>> => {
  const { limit, perTenant } = query
  if (limit <= 0 || perTenant <= 0) return []
  const kinds = [...new Set(query.kinds ?? (await jobKinds(session, jobs, "")))]
  const claimed: Array<Line> = []
  const shares = new Map<string, number>()
  for (;;) {
    const left = limit - claimed.length
    const claiming = ofAll(claim(jobs, { ...query, kinds, limit: left }, shares))
    const lines = await session.rows(alongIndexes, claiming)
    for (const line of lines) {
      const tenant = text(line, tenantColumn)
      shares.set(tenant, (shares.get(tenant) ?? 0) + 1)
      claimed.push(line)
    }
    // Where no more were due than fit, those of other tenants were among them.
    const [first] = lines
    if (first === undefined || number(first, dueColumn) < left || claimed.length >= limit) {
      return claimed
    }
  }
}

/** Behind the columns of a job come its tenant, its mode, and how many were due. */
const tenantColumn = rowWidth
const dueColumn = rowWidth + 2

const claim = (
  { columns, layout: { table } }: Table,
  { kinds = [], now, leaseUntil, limit, perTenant }: ClaimQuery,
  shares: ReadonlyMap<string, number>
): Statement => {
  const served = [...shares].filter(([, share]) => share >= perTenant).map(([tenant]) => tenant)
  return sql(
    `WITH due AS (
       SELECT job.* FROM unnest($1::text[]) AS wanted (kind) CROSS JOIN LATERAL (
         SELECT tenant, mode, id, due_at FROM ${table}
         WHERE kind = wanted.kind AND due_at <= $2 AND (leased_until IS NULL OR leased_until <= $2)
           AND tenant <> ALL ($3)
         ORDER BY ${order} LIMIT $4 FOR UPDATE SKIP LOCKED) AS job),
     first AS (SELECT * FROM due ORDER BY ${order} LIMIT $4),
     shared AS (
       SELECT first.*, coalesce(had.share, 0) + row_number() OVER (
         PARTITION BY first.tenant ORDER BY ${order}) AS share
       FROM first LEFT JOIN unnest($7::text[], $8::bigint[]) AS had (tenant, share) USING (tenant)),
     claimed AS (
       UPDATE ${table} AS job SET version = version + 1, leased_until = $5
       FROM shared WHERE job.tenant = shared.tenant AND job.mode = shared.mode
         AND job.id = shared.id AND shared.share <= $6
       RETURNING job.*)
     SELECT ${columns}, tenant, mode, (SELECT count(*) FROM first) FROM claimed ORDER BY ${order}`,
    [
      kinds,
      now,
      served,
      limit,
      leaseUntil,
      perTenant,
      [...shares.keys()],
      [...shares.values()].map(String)
    ]
  )
}

/** The kinds that begin with a text, from one to the next; see the port. */
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

/** When the next job can be claimed; null where there is none. */
export const nextDue = async (
  session: Session,
  jobs: Table,
  asked?: ReadonlyArray<string>
): Promise<number | null> => {
  const { table } = jobs.layout
  const kinds = asked ?? (await jobKinds(session, jobs, ""))
  const [line] = await session.rows(
    alongIndexes,
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
