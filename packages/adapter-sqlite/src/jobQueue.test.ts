import { insert, type Job, JobCollection, type Scope } from "@payloom/core"
import { Effect } from "effect"
import { expect, it } from "vitest"
import { longestWalk } from "./jobQueue.ts"
import { here, upTo } from "./testing/notes.ts"
import { openStorage } from "./testing/openTestStorage.ts"

const there: Scope = { ...here, tenant: "tenant_there" }

const jobOf = (nth: number): Job => ({
  id: `job_${String(nth).padStart(8, "0")}`,
  kind: "bill_subscription",
  subject: `subscription ${nth}`,
  dueAt: nth,
  leasedUntil: null,
  asked: 0,
  failures: 0
})

it("a claim passes a limited number of one tenant's jobs, and the next one continues there", async () => {
  const { storage, close } = await openStorage(":memory:")
  const many = upTo(3.5 * longestWalk).map((nth) => insert(here, JobCollection, jobOf(nth)))
  const other = jobOf(10 * longestWalk)
  await Effect.runPromise(storage.commit(many))
  await Effect.runPromise(storage.commit([insert(there, JobCollection, other)]))
  const query = { now: other.dueAt, leaseUntil: other.dueAt + 1000, limit: 4, perTenant: 2 }
  const claims: Array<ReadonlyArray<string>> = []
  for (let nth = 0; nth < 4; nth++) {
    const claimed = await Effect.runPromise(storage.claimDue(query))
    claims.push(claimed.map(({ scope }) => scope.tenant))
  }
  const { tenant } = here
  expect(claims).toEqual([
    [tenant, tenant],
    [tenant, tenant],
    [tenant, tenant],
    [tenant, tenant, there.tenant]
  ])
  await close()
})
