import { type Merchant, Payloom } from "@payloom/core"
import { manualClock, sandbox } from "@payloom/testkit"
import { hasPostgres, startPostgres } from "@payloom/testkit/postgres"
import { Effect } from "effect"
import { afterAll, describe, expect, it, onTestFinished } from "vitest"
import type { PostgresOptions } from "../PostgresOptions.ts"
import { postgres } from "../postgres.ts"
import { consumeNew } from "../testing/engines.ts"
import { openClient } from "../testing/notes.ts"

const server = hasPostgres ? await startPostgres() : null

afterAll(() => server?.stop())

const on = server === null ? " (PostgreSQL is not installed here)" : ""

const dayMs = 86_400_000

const tables = [
  "event_deliveries",
  "events",
  "idempotency_records",
  "notifications",
  "webhook_deliveries"
]

describe.skipIf(server === null)(`tables that are split by month${on}`, () => {
  const box = sandbox()

  /** Opens an engine whose clock only the test moves. */
  const open = async (
    connection: string,
    clock: ReturnType<typeof manualClock>,
    options: Partial<PostgresOptions> = {}
  ): Promise<Payloom> => {
    const storage = postgres({ connection, ...options })
    const more = { workers: false, clock, onLog: () => undefined }
    const payloom = await Payloom.make({ ...box.setup, ...more, storage })
    onTestFinished(() => payloom.close())
    return payloom
  }

  const openShop = async (payloom: Payloom) => {
    const shop = await box.openShop(payloom)
    const paymentInstrument = await box.saveCard(shop, "approved")
    const pay = (merchant: Merchant, key: string) =>
      merchant.payments.create(
        { amount: 1250n, currency: "EUR", type: "one_off", paymentInstrument },
        { idempotencyKey: key }
      )
    return { shop, pay }
  }

  const newDatabase = async () => {
    const connection = (await server?.newDatabase()) ?? ""
    return { connection, client: await openClient(connection) }
  }

  type Client = Awaited<ReturnType<typeof newDatabase>>["client"]

  const splitTables = async (client: Client) => {
    const { rows } = await client.query(
      `SELECT relname FROM pg_class WHERE relnamespace = 'payloom'::regnamespace
         AND relkind = 'p' ORDER BY 1`
    )
    return rows.map(({ relname }) => relname)
  }

  const partsOf = async (client: Client, table: string): Promise<ReadonlyArray<string>> => {
    const { rows } = await client.query(
      `SELECT split_part(relname, '$', 2) AS part FROM pg_inherits
       JOIN pg_class ON pg_class.oid = inhrelid WHERE inhparent = $1::regclass ORDER BY 1`,
      [`payloom.${table}`]
    )
    return rows.map(({ part }) => part)
  }

  const sweep = (payloom: Payloom) => Effect.runPromise(payloom.services.background.sweep())

  it("get their form while another engine charges, and no event or key is lost", async () => {
    const { connection, client } = await newDatabase()
    const clock = manualClock()
    const running = await open(connection, clock)
    const { shop, pay } = await openShop(running)
    const before = await pay(shop, "before")
    const seen = await consumeNew(running)

    let isSplit = false
    const splitting = open(connection, clock, { partitions: "monthly" }).then((opened) => {
      isSplit = true
      return opened
    })
    let paid = 1
    while (!isSplit) await pay(shop, `meanwhile ${paid++}`)
    const second = await splitting
    expect(await splitTables(client)).toEqual(tables)
    const again = second.merchant(shop.scope)
    await pay(again, "afterwards")
    expect(await pay(again, "before")).toEqual(before)
    expect(await pay(shop, "afterwards")).toEqual(await pay(again, "afterwards"))

    const rest = await consumeNew(second)
    const { rows } = await client.query("SELECT id FROM payloom.events ORDER BY id")
    expect([...seen, ...rest].toSorted()).toEqual(rows.map(({ id }) => id))
    expect((await again.payments.list({ limit: 100 })).data).toHaveLength(paid + 1)
  })

  it("stay append-only, and so does each partition", async () => {
    const { connection, client } = await newDatabase()
    const payloom = await open(connection, manualClock(), { partitions: "monthly" })
    const { shop, pay } = await openShop(payloom)
    await pay(shop, "one")
    for (const table of ["events", '"events$before"']) {
      for (const change of [
        `UPDATE payloom.${table} SET feed_part = 1`,
        `DELETE FROM payloom.${table}`,
        `TRUNCATE payloom.${table}`
      ]) {
        await expect(client.query(change)).rejects.toThrow(/append-only|permission denied/)
      }
    }
  })

  it("lose the rows of a month once all are old enough, and get new months in time", async () => {
    const { connection, client } = await newDatabase()
    const clock = manualClock("2026-11-15T12:00:00Z")
    const options = { partitions: "monthly", eventRetentionMonths: 2 } as const
    const payloom = await open(connection, clock, options)
    const { shop, pay } = await openShop(payloom)
    await pay(shop, "november")
    const months = ["2026_12", "2027_01", "after", "before"]
    expect(await partsOf(client, "events")).toEqual(months)

    await clock.elapse(30 * dayMs, payloom)
    await pay(shop, "december")
    await sweep(payloom)
    // The first partition has the rows of November, and December is not over.
    const keys = "SELECT count(*)::int AS count FROM payloom.idempotency_records"
    const { rows: kept } = await client.query(keys)
    await clock.elapse(30 * dayMs, payloom)
    await pay(shop, "january")
    expect(await sweep(payloom)).toBeGreaterThan(0)
    expect(await partsOf(client, "idempotency_records")).toContain("2027_03")
    const { rows: left } = await client.query(keys)
    expect(left[0].count).toBeLessThan(kept[0].count + 1)
    expect(await pay(shop, "january")).toEqual(await pay(shop, "january"))

    const events = async () =>
      (await client.query("SELECT count(*)::int AS count FROM payloom.events")).rows[0].count
    const all = await events()
    await clock.elapse(80 * dayMs, payloom)
    await sweep(payloom)
    expect(await events()).toBeLessThan(all)
    expect((await shop.payments.list({ limit: 10 })).data).toHaveLength(3)
  })

  it("take rows of any time, also if no month was created ahead", async () => {
    const { connection, client } = await newDatabase()
    const clock = manualClock("2026-11-15T12:00:00Z")
    const payloom = await open(connection, clock, { partitions: "monthly" })
    const { shop, pay } = await openShop(payloom)
    await clock.elapse(150 * dayMs, payloom)
    const late = await pay(shop, "april")
    await sweep(payloom)
    // The rows of April stay in their partition, which now ends with the month.
    expect(await partsOf(client, "events")).toContain("2027_05")
    expect(await pay(shop, "april")).toEqual(late)
    expect(await consumeNew(payloom)).toHaveLength(1)
  })

  it("get their months after a long read, which keeps no engine from starting", async () => {
    const { connection, client } = await newDatabase()
    const clock = manualClock("2026-11-15T12:00:00Z")
    const options = { partitions: "monthly", eventRetentionMonths: 2 } as const
    const payloom = await open(connection, clock, options)
    const { shop, pay } = await openShop(payloom)
    await pay(shop, "november")
    const reader = await openClient(connection)
    await reader.query("BEGIN; SELECT count(*) FROM payloom.events")
    await clock.elapse(100 * dayMs, payloom)
    const started = await open(connection, clock, options)
    expect(await pay(started.merchant(shop.scope), "february")).toMatchObject({
      status: "succeeded"
    })
    await sweep(started)
    expect(await partsOf(client, "events")).not.toContain("2027_04")
    await reader.query("COMMIT")
    await clock.elapse(dayMs, started)
    await sweep(started)
    expect(await partsOf(client, "events")).toContain("2027_04")
  })

  it("separate tenants if row-level security is on, partition by partition", async () => {
    const { connection, client } = await newDatabase()
    await client.query("CREATE ROLE split_shop LOGIN")
    const { pathname } = new URL(connection)
    await client.query(`GRANT CREATE ON DATABASE "${pathname.slice(1)}" TO split_shop`)
    const address = new URL(connection)
    address.username = "split_shop"
    const clock = manualClock()
    await (await open(address.href, clock, { rowLevelSecurity: true })).close()
    const payloom = await open(address.href, clock, { partitions: "monthly" })
    const { shop, pay } = await openShop(payloom)
    await pay(shop, "one")
    await clock.elapse(90 * dayMs, payloom)
    await sweep(payloom)
    const { rows } = await client.query(
      `SELECT relname FROM pg_class WHERE relnamespace = 'payloom'::regnamespace
         AND relname ~ '^(events|notifications)' AND relkind IN ('r', 'p')
         AND NOT (relrowsecurity AND relforcerowsecurity)`
    )
    expect(rows).toEqual([])
    const owner = await openClient(address.href)
    expect((await owner.query("SELECT id FROM payloom.events")).rows).toEqual([])
    expect(await pay(shop, "one")).toMatchObject({ status: "succeeded" })
  })
})
