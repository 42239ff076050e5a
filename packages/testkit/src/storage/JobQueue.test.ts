import type { ClaimQuery } from "@payloom/core"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { JobQueue, type QueuedJob } from "./JobQueue.ts"

const kinds = ["a", "b", "c"] as const
const time = fc.integer({ min: -2, max: 12 })
const someKinds = fc.option(fc.array(fc.constantFrom(...kinds, "none")), { nil: undefined })

const job: fc.Arbitrary<QueuedJob> = fc.record({
  scope: fc.record({
    tenant: fc.constantFrom("one", "two", "three", "four"),
    mode: fc.constantFrom("test", "live")
  }),
  id: fc.nat({ max: 30 }).map((number) => `job_${number.toString().padStart(2, "0")}`),
  kind: fc.constantFrom(...kinds),
  dueAt: time,
  leasedUntil: fc.option(time, { nil: null })
})

const query = fc
  .record({
    now: time,
    limit: fc.integer({ min: -1, max: 8 }),
    perTenant: fc.integer({ min: -1, max: 4 }),
    kinds: someKinds
  })
  .map(
    ({ kinds: of, ...rest }): ClaimQuery => ({
      ...rest,
      leaseUntil: 100,
      ...(of === undefined ? {} : { kinds: of })
    })
  )

const change = fc.oneof(
  { weight: 6, arbitrary: fc.record({ job }) },
  { weight: 2, arbitrary: fc.record({ remove: fc.nat() }) },
  { weight: 2, arbitrary: fc.record({ claim: query }) }
)

const key = ({ scope, id }: QueuedJob): string => `${id} ${scope.tenant} ${scope.mode}`

const claimableAt = ({ dueAt, leasedUntil }: QueuedJob): number =>
  leasedUntil === null ? dueAt : Math.max(dueAt, leasedUntil)

const isOf = (asked: ReadonlyArray<string> | undefined) => (each: QueuedJob) =>
  asked === undefined || asked.includes(each.kind)

/** Computes the result of a claim by a scan of all jobs. */
const plainClaim = (jobs: Iterable<QueuedJob>, asked: ClaimQuery): ReadonlyArray<QueuedJob> => {
  const shares: Record<string, number> = {}
  return [...jobs]
    .filter(isOf(asked.kinds))
    .filter((each) => claimableAt(each) <= asked.now)
    .sort((left, right) => left.dueAt - right.dueAt || (key(left) < key(right) ? -1 : 1))
    .filter(({ scope: { tenant } }) => {
      shares[tenant] = (shares[tenant] ?? 0) + 1
      return shares[tenant] <= asked.perTenant
    })
    .slice(0, Math.max(asked.limit, 0))
}

/** A queue, and the same jobs in a plain map. */
class Twins {
  readonly queue = new JobQueue()
  readonly plain = new Map<string, QueuedJob>()

  put(next: QueuedJob): void {
    this.drop(this.plain.get(key(next)))
    this.queue.add(next)
    this.plain.set(key(next), next)
  }

  drop(gone: QueuedJob | undefined): void {
    if (gone === undefined) return
    this.queue.remove(gone)
    this.plain.delete(key(gone))
  }

  claim(asked: ClaimQuery): void {
    const claimed = this.queue.claimable(asked)
    expect(claimed).toEqual(plainClaim(this.plain.values(), asked))
    for (const each of claimed) this.put({ ...each, leasedUntil: asked.now + 3 })
  }

  expectNextDue(of: ReadonlyArray<string> | undefined): void {
    const times = [...this.plain.values()].filter(isOf(of)).map(claimableAt)
    expect(this.queue.nextDue(of)).toBe(Math.min(...times))
  }
}

describe("a queue of jobs", () => {
  it("claims the same jobs as a scan of all jobs would, after any adds, removals and leases", () => {
    fc.assert(
      fc.property(fc.array(change, { maxLength: 120 }), query, someKinds, (made, asked, of) => {
        const twins = new Twins()
        for (const each of made) {
          if ("job" in each) twins.put(each.job)
          else if ("claim" in each) twins.claim(each.claim)
          else twins.drop([...twins.plain.values()].at(each.remove % (twins.plain.size || 1)))
        }
        twins.claim(asked)
        twins.expectNextDue(of)
        twins.expectNextDue(undefined)
      }),
      { numRuns: 1_000 }
    )
  })

  it.each([
    ["when few of 10,000 are due", 990, 10],
    ["when one tenant's 9,990 are due before the others'", 20_000, 100]
  ])("looks at few jobs %s", (_, now, most) => {
    let looks = 0
    const queue = new JobQueue()
    for (let number = 0; number < 10_000; number++) {
      const late = number >= 9_990
      queue.add({
        scope: { tenant: late ? `tenant ${number}` : "busy", mode: "test" },
        id: `job_${number}`,
        kind: "a",
        get dueAt() {
          looks++
          return (late ? 0 : 990) + number
        },
        leasedUntil: null
      })
    }
    looks = 0
    const claimed = queue.claimable({ now, leaseUntil: now, limit: 10, perTenant: 5 })
    expect(claimed.length).toBe(now === 990 ? 1 : 10)
    expect(queue.nextDue(undefined)).toBe(990)
    expect(looks).toBeLessThan(most)
  })
})
