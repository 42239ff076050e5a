import { type ClaimQuery, type Job, type Scope, scopeKey } from "@payloom/core"
import { getOrMake } from "./getOrMake.ts"
import { compareTexts } from "./SortedIds.ts"
import { type Compare, SortedItems } from "./SortedItems.ts"

/** The fields of a job that the queue needs: its scope, and when it can be claimed. */
export interface QueuedJob extends Pick<Job, "id" | "kind" | "dueAt" | "leasedUntil"> {
  readonly scope: Scope
}

/** All jobs, sorted so that a claim never scans a job that it can't take. */
export class JobQueue {
  readonly #kinds = new Map<string, KindQueue>()

  add(job: QueuedJob): void {
    getOrMake(this.#kinds, job.kind, () => new KindQueue()).add(job)
  }

  remove(job: QueuedJob): void {
    this.#kinds.get(job.kind)?.remove(job)
  }

  /** Returns the jobs that a claim takes, in order. */
  claimable({ now, limit, perTenant, kinds, perKind }: ClaimQuery): ReadonlyArray<QueuedJob> {
    const due = this.#of(kinds)
      .flatMap((queue) => [...queue.due(now, limit, perTenant), ...queue.leftBehind(now)])
      .sort(byDueTime)
    const shares = new Map<string, number>()
    const ofKinds = new Map<string, number>()
    const claimed: Array<QueuedJob> = []
    for (const job of due) {
      if (claimed.length >= limit) break
      const share = (shares.get(job.scope.tenant) ?? 0) + 1
      const ofKind = (ofKinds.get(job.kind) ?? 0) + 1
      if (share > perTenant || ofKind > (perKind?.[job.kind] ?? limit)) continue
      ofKinds.set(job.kind, ofKind)
      shares.set(job.scope.tenant, share)
      claimed.push(job)
    }
    return claimed
  }

  /** Returns the kinds of jobs in the queue that begin with this prefix. */
  kinds(prefix: string): ReadonlyArray<string> {
    return [...this.#kinds]
      .filter(
        ([kind, queue]) => kind.startsWith(prefix) && queue.nextDue < Number.POSITIVE_INFINITY
      )
      .map(([kind]) => kind)
      .sort(compareTexts)
  }

  /** Returns the time when the first job can be claimed, or Infinity if there is none. */
  nextDue(kinds: ReadonlyArray<string> | undefined): number {
    return Math.min(...this.#of(kinds).map((queue) => queue.nextDue))
  }

  #of(kinds: ReadonlyArray<string> = [...this.#kinds.keys()]): ReadonlyArray<KindQueue> {
    return [...new Set(kinds)].flatMap((kind) => this.#kinds.get(kind) ?? [])
  }
}

/** The jobs of one tenant and one kind that nobody holds a lease of. */
type Lane = SortedItems<QueuedJob>

/**
 * The jobs of one kind. Jobs without a lease are in one lane for each tenant. The lanes are sorted
 * by their first jobs, so a claim need not scan one tenant's many jobs to find those of others.
 */
class KindQueue {
  readonly #lanes = new Map<string, Lane>()
  readonly #waiting = new SortedItems<Lane>(byFirst)
  readonly #leased = new SortedItems<QueuedJob>(byLease)

  add(job: QueuedJob): void {
    if (isLeased(job)) this.#leased.add(job)
    else this.#inLane(job, (lane) => lane.add(job))
  }

  remove(job: QueuedJob): void {
    if (isLeased(job)) this.#leased.remove(job)
    else this.#inLane(job, (lane) => lane.remove(job))
  }

  /**
   * Yields the unleased jobs that a claim could take. It reads only the first few jobs of each
   * tenant, and at most as many tenants as the claim takes jobs.
   */
  *due(now: number, limit: number, perTenant: number): Generator<QueuedJob> {
    for (const lane of this.#waiting.walk({ order: "asc", limit })) {
      if (dueAtOf(lane) > now) return
      for (const job of lane.walk({ order: "asc", limit: Math.min(limit, perTenant) })) {
        if (job.dueAt > now) break
        yield job
      }
    }
  }

  /** Yields the jobs whose lease has ended: a worker claimed them and did not finish. */
  *leftBehind(now: number): Generator<QueuedJob> {
    for (const job of this.#leased.walk({ order: "asc" })) {
      if (claimableAt(job) > now) return
      yield job
    }
  }

  get nextDue(): number {
    const [lane, leased] = [this.#waiting.first, this.#leased.first]
    return Math.min(
      lane === undefined ? Number.POSITIVE_INFINITY : dueAtOf(lane),
      leased === undefined ? Number.POSITIVE_INFINITY : claimableAt(leased)
    )
  }

  /**
   * Changes a lane and its place among the lanes. The first job decides the place. An empty lane
   * is removed.
   */
  #inLane(job: QueuedJob, change: (lane: Lane) => void): void {
    const { tenant } = job.scope
    const lane = getOrMake(this.#lanes, tenant, () => new SortedItems(byDueTime))
    const { first } = lane
    const staysFirst = first !== undefined && byDueTime(first, job) < 0
    if (first !== undefined && !staysFirst) this.#waiting.remove(lane)
    change(lane)
    if (lane.first === undefined) this.#lanes.delete(tenant)
    else if (!staysFirst) this.#waiting.add(lane)
  }
}

const claimableAt = ({ dueAt, leasedUntil }: QueuedJob): number =>
  Math.max(dueAt, leasedUntil ?? dueAt)

/** A lease that ends before a job is due has no effect on claims. */
const isLeased = (job: QueuedJob): boolean => claimableAt(job) > job.dueAt

const dueAtOf = (lane: Lane): number => lane.first?.dueAt ?? Number.POSITIVE_INFINITY

const byDueTime: Compare<QueuedJob> = (left, right) => {
  if (left === right) return 0
  if (left.dueAt !== right.dueAt) return left.dueAt - right.dueAt
  return (
    compareTexts(left.id, right.id) || compareTexts(scopeKey(left.scope), scopeKey(right.scope))
  )
}

const byLease: Compare<QueuedJob> = (left, right) =>
  claimableAt(left) - claimableAt(right) || byDueTime(left, right)

const byFirst: Compare<Lane> = (left, right) =>
  left.first === undefined || right.first === undefined ? 0 : byDueTime(left.first, right.first)
