import {
  type Change,
  type Collection,
  collection,
  insert,
  type Job,
  JobCollection,
  type Scope,
  type Storage
} from "@payloom/core"
import { hasPostgres, startPostgres } from "@payloom/testkit/postgres"
import { Effect, Schema } from "effect"
import { afterAll, describe, expect, it } from "vitest"
import { longestWalk } from "./jobQueue.ts"
import { openClient, pause } from "./testing/notes.ts"
import { openStorage } from "./testing/openTestStorage.ts"

// Without autovacuum, tables have no statistics, like new tables.
const server = hasPostgres ? await startPostgres({ autovacuum: "off" }) : null

afterAll(() => server?.stop())

const Visit = Schema.Struct({ id: Schema.String, guest: Schema.String, room: Schema.String })
type Visit = typeof Visit.Type

const here: Scope = { tenant: "tenant_here", mode: "test" }
const visits = 3000
const guestOf = (nth: number) => `guest_${nth % 300}`
const roomOf = (nth: number) => `room_${nth % 2}`
const idOf = (nth: number) => `visit_${String(nth).padStart(8, "0")}`

const jobs = 3000
const due = 100
const soon = 1_000_000

const jobOf = (nth: number): Job => ({
  id: `job_${String(nth).padStart(8, "0")}`,
  kind: "bill_subscription",
  subject: `subscription ${nth}`,
  dueAt: nth,
  leasedUntil: null,
  asked: 0,
  failures: 0
})

const visitsIn = (isSwept: boolean): Collection<Visit> =>
  collection<Visit>({
    name: isSwept ? "short_visits" : "visits",
    schema: Visit,
    ...(isSwept ? { sweepable: true } : {}),
    unique: {
      stay: { of: ({ id, guest }) => `${guest} ${id}` },
      number: { of: ({ id }) => `number ${id}`, global: true }
    },
    indexes: { room: { of: ({ room }) => room }, guest: { of: ({ guest }) => guest } }
  })

/** Uses every kind of read, often enough for the server to keep its plans. */
const readAll = async (storage: Storage["Service"], of: Collection<Visit>): Promise<number> => {
  let read = 0
  const run = <A>(effect: Effect.Effect<A, unknown>) => Effect.runPromise(effect)
  const page = async (where: Readonly<Record<string, string | ReadonlyArray<string>>>) => {
    read += (await run(storage.page(here, of, { where, order: "desc", limit: 10 }))).length
  }
  for (let nth = 1; nth <= 10; nth++) {
    const guest = guestOf(nth)
    await run(storage.get(here, of, idOf(nth)))
    await run(storage.getMany(here, of, [idOf(nth), idOf(nth + 1), "visit_none"]))
    await run(storage.findUnique(here, of, "stay", `${guest} ${idOf(nth)}`))
    await run(storage.findUnique(here, of, "number", `number ${idOf(nth)}`))
    await run(storage.findUnique("any", of, "number", `number ${idOf(nth)}`))
    read += 6
    await page({})
    await page({ guest })
    await page({ guest: [guest, guestOf(nth + 1)] })
    await page({ room: roomOf(nth), guest })
    await page({ room: [roomOf(nth)], guest: [guest, guestOf(nth + 1)] })
  }
  return read
}

const fetchedOf = async (table: string, schema = "payloom"): Promise<number> => {
  const client = await openClient(server?.address ?? "")
  const others = `SELECT count(*) AS n FROM pg_stat_activity WHERE application_name = 'payloom'`
  while (Number((await client.query(others)).rows[0].n) > 0) await pause(20)
  // A connection's counts are known soon after its end.
  await pause(600)
  const { rows } = await client.query(
    `SELECT idx_tup_fetch + seq_tup_read AS fetched FROM pg_stat_user_tables
     WHERE schemaname = $1 AND relname = $2`,
    [schema, table]
  )
  return Number(rows[0].fetched)
}

/** Commits changes, some hundred at a time. */
const commitAll = async (
  { commit }: Storage["Service"],
  count: number,
  change: (nth: number) => Change
): Promise<void> => {
  for (let begin = 0; begin < count; begin += 500) {
    const changes = Array.from({ length: 500 }, (_, at) => change(begin + at))
    await Effect.runPromise(commit(changes))
  }
}

const on = server === null ? " (it is not installed here)" : ""

describe.skipIf(server === null)(`PostgreSQL${on} reads no more rows of a table`, () => {
  const connection = server?.address ?? ""

  it.each([
    ["rows that stay", false],
    ["rows that are swept", true]
  ] as const)(
    "than a read concerns, without statistics, if the table contains %s",
    async (_, isSwept) => {
      const of = visitsIn(isSwept)
      const options = { connection, collections: [of] }
      const first = await openStorage(options)
      await commitAll(first.storage, visits, (nth) =>
        insert(here, of, { id: idOf(nth), guest: guestOf(nth), room: roomOf(nth) })
      )
      await first.close()
      const before = await fetchedOf(of.name)
      const { storage, close } = await openStorage(options)
      const read = await readAll(storage, of)
      await close()
      const fetched = (await fetchedOf(of.name)) - before
      expect(fetched).toBeGreaterThanOrEqual(read)
      // Two filters are compared by counting their rows, a few hundred at most.
      expect(fetched).toBeLessThan(read * 20)
    }
  )

  it("than are due, with statistics from a time when all of them were due", async () => {
    const options = { connection, collections: [JobCollection] }
    const first = await openStorage(options)
    await commitAll(first.storage, jobs, (nth) => insert(here, JobCollection, jobOf(nth)))
    await first.close()
    const client = await openClient(connection)
    await client.query("ANALYZE payloom.jobs")
    await client.query(
      `UPDATE payloom.jobs SET due_at = due_at + 2 * ${soon} WHERE due_at >= ${due}`
    )
    const before = await fetchedOf("jobs")
    const { storage, close } = await openStorage(options)
    const kinds = ["bill_subscription", "recover_attempt", "take_notice"]
    const claim = { now: soon, leaseUntil: soon + 1000, limit: 8, perTenant: 4, kinds }
    for (let nth = 0; nth < 20; nth++) {
      expect(await Effect.runPromise(storage.claimDue(claim))).toHaveLength(4)
      await Effect.runPromise(storage.nextDue(kinds))
    }
    await close()
    // One tenant has its share. Other tenants might have some of the due or leased jobs.
    const fetched = (await fetchedOf("jobs")) - before
    expect(fetched).toBeLessThan(20 * 3 * due)
  })

  it("than a claim may pass of one tenant's thousands", async () => {
    const options = { connection, collections: [JobCollection], schema: "thousands" }
    const { storage, close } = await openStorage(options)
    await commitAll(storage, 10 * longestWalk, (nth) => insert(here, JobCollection, jobOf(nth)))
    const claim = { now: soon, leaseUntil: soon + 1000, limit: 8, perTenant: 4 }
    const claims = 20
    for (let nth = 0; nth < claims; nth++) {
      const kinds = ["bill_subscription"]
      expect(await Effect.runPromise(storage.claimDue({ ...claim, kinds }))).toHaveLength(4)
    }
    await close()
    const fetched = await fetchedOf("jobs", "thousands")
    expect(fetched).toBeGreaterThan(claims * longestWalk * 0.9)
    expect(fetched).toBeLessThan(claims * longestWalk * 1.5)
  })
})
