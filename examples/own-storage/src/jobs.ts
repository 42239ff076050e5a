import {
  type ClaimQuery,
  type Job,
  JobCollection,
  type Scope,
  type Stored,
  storedRow
} from "@payloom/core"
import type { Database } from "./Database.ts"
import { addKeys, columns, readRow, removeKeys } from "./rows.ts"

/** Leases due jobs to a worker, in one transaction. */
export const claim = (
  db: Database,
  { now, leaseUntil, limit, perTenant, kinds, perKind }: ClaimQuery
): ReadonlyArray<Stored<Job>> =>
  db.transaction(() => {
    const ofTenant = new Map<unknown, number>()
    const ofKind = new Map<unknown, number>()
    const claimed: Array<Stored<Job>> = []
    const due = db.all(
      `select ${columns}, q.kind from queue q join documents d ` +
        "on d.collection = 'jobs' and d.tenant = q.tenant and d.mode = q.mode and d.id = q.id " +
        `where q.claimable_at <= ? ${among(kinds)} order by q.due_at, q.id, q.tenant, q.mode`,
      now,
      ...(kinds ?? [])
    )
    for (const each of due) {
      if (claimed.length >= limit) break
      const { tenant, kind } = each
      const share = (ofTenant.get(tenant) ?? 0) + 1
      const count = (ofKind.get(kind) ?? 0) + 1
      if (share > perTenant || count > (perKind?.[String(kind)] ?? limit)) continue
      ofTenant.set(tenant, share)
      ofKind.set(kind, count)
      claimed.push(lease(db, readRow(JobCollection, each), leaseUntil))
    }
    return claimed
  })

/** Writes the lease. The higher version fences the worker that had the job before. */
const lease = (db: Database, { scope, row, version }: Stored<Job>, leasedUntil: number) => {
  const leased: Job = { ...row, leasedUntil }
  db.run(
    "update documents set version = ?, document = ? " +
      "where collection = 'jobs' and tenant = ? and mode = ? and id = ?",
    version + 1,
    JobCollection.encode(leased),
    scope.tenant,
    scope.mode,
    row.id
  )
  removeKeys(db, JobCollection, scope, row.id)
  addKeys(db, JobCollection, scope, leased)
  return storedRow(scope, leased, version + 1)
}

const among = (kinds: ReadonlyArray<string> | undefined): string =>
  kinds === undefined ? "" : `and kind in (${kinds.map(() => "?").join(", ")})`

/** Returns the time at which the next job can be claimed, or null. */
export const nextDue = (db: Database, kinds?: ReadonlyArray<string>): number | null => {
  const found = db.first(
    `select min(claimable_at) as at from queue where true ${among(kinds)}`,
    ...(kinds ?? [])
  )
  return found?.at == null ? null : Number(found.at)
}

/** Returns the jobs of a scope that are due, leased or not. */
export const dueJobs = (db: Database, { tenant, mode }: Scope, dueBefore: number, limit: number) =>
  db
    .all(
      `select ${columns} from queue q join documents d ` +
        "on d.collection = 'jobs' and d.tenant = q.tenant and d.mode = q.mode and d.id = q.id " +
        "where q.tenant = ? and q.mode = ? and q.due_at < ? order by q.due_at, q.id limit ?",
      tenant,
      mode,
      dueBefore,
      Math.max(limit, 0)
    )
    .map((each) => readRow(JobCollection, each))

/** Returns the kinds of jobs that begin with a text. */
export const jobKinds = (db: Database, prefix: string): ReadonlyArray<string> =>
  db
    .all(
      "select distinct kind from queue where substr(kind, 1, length(?1)) = ?1 order by kind",
      prefix
    )
    .map(({ kind }) => String(kind))
