import { readFileSync } from "node:fs"
import { collections, type Merchant } from "@payloom/core"
import { sandbox } from "@payloom/testkit"
import { hasPostgres, startPostgres } from "@payloom/testkit/postgres"
import pg from "pg"
import { afterAll, describe, expect, it } from "vitest"
import { consumeNew, openEngine } from "./testing/engines.ts"

const server = hasPostgres ? await startPostgres() : null

afterAll(() => server?.stop())

const document = readFileSync(new URL("../../../docs/operating/scale.md", import.meta.url), "utf8")

/** The statements of the document, block by block. */
const [partitioning = "", months = "", citus = ""] = Array.from(
  document.matchAll(/^```sql\n(.*?)^```$/gms),
  ([, block = ""]) => block
)

const box = sandbox()

const open = (connection: string) => openEngine(box, connection)

const allEvents = async ({ events }: Merchant): Promise<ReadonlyArray<string>> => {
  const ids: Array<string> = []
  for await (const { id } of events.iterate()) ids.push(id)
  return ids.toReversed()
}

describe.skipIf(server === null)("the document about scale", () => {
  const asked = async <A>(connection: string, ask: (client: pg.Client) => Promise<A>) => {
    const client = new pg.Client(connection)
    await client.connect()
    return ask(client).finally(() => client.end())
  }

  it("partitions events by month: engine and consumers continue, and a month can be dropped", async () => {
    const connection = (await server?.newDatabase()) ?? ""
    const first = await open(connection)
    const shop = await box.openShop(first)
    const paymentInstrument = await box.saveCard(shop, "approved")
    const pay = (merchant: Merchant, nth: number) =>
      merchant.payments.create(
        { amount: 1250n, currency: "EUR", type: "one_off", paymentInstrument },
        { idempotencyKey: `payment ${nth}` }
      )
    for (let nth = 0; nth < 5; nth++) await pay(shop, nth)
    const seen = await consumeNew(first)
    for (let nth = 5; nth < 8; nth++) await pay(shop, nth)
    await first.close()

    await asked(connection, (client) => client.query(partitioning))
    const second = await open(connection)
    const again = second.merchant(shop.scope)
    for (let nth = 8; nth < 12; nth++) await pay(again, nth)
    const rest = await consumeNew(second)
    const all = await allEvents(again)
    expect(all).toHaveLength(12)
    expect([...seen, ...rest].toSorted()).toEqual([...all].toSorted())

    await asked(connection, async (client) => {
      for (const change of [
        "UPDATE payloom.events SET version = 2",
        "DELETE FROM payloom.events"
      ]) {
        await expect(client.query(change)).rejects.toThrow(/append-only|permission denied/)
      }
      await client.query(months)
      const { rows } = await client.query(
        "SELECT payloom.id_at('event', to_timestamp(1767268800)) AS id"
      )
      expect(rows).toEqual([{ id: "event_01KDWPVNG0" }])
    })
    expect(await allEvents(again)).toEqual([])
    expect((await again.payments.list({ limit: 20 })).data).toHaveLength(12)
    await second.close()
  })

  it("distributes tables by tenant: every unique key of such a table contains the tenant", async () => {
    const connection = (await server?.newDatabase()) ?? ""
    await (await open(connection)).close()
    const { rows } = await asked(connection, (client) =>
      client.query(
        `SELECT DISTINCT tablename FROM pg_indexes WHERE schemaname = 'payloom'
           AND indexdef LIKE '%UNIQUE%' AND indexdef NOT LIKE '%(tenant%' ORDER BY 1`
      )
    )
    const ofNoTenant = ["collections", "feeds", "sums"]
    const global = ["api_keys", "mids", "tenants", "webhook_endpoints"]
    expect(rows.map(({ tablename }) => tablename)).toEqual([...ofNoTenant, ...global].toSorted())
    const [references = "", distributed = ""] = citus.split(";\n")
    const named = (statement: string) =>
      Array.from(statement.matchAll(/'(\w+)'/g), ([, name = ""]) => name)
    const isTable = (name: string) => collections.some((each) => each.name === name)
    expect(named(references).filter(isTable)).toEqual(global)
    const local = ["events", "ledger_groups", "figure_changes", "jobs", "deployments"]
    const consumers = collections.filter(({ name }) => /^consumer_|^parked_/.test(name))
    expect([...named(distributed).filter(isTable), ...global, ...local].toSorted()).toEqual(
      collections
        .filter((each) => !consumers.includes(each))
        .map(({ name }) => name)
        .toSorted()
    )
  })
})
