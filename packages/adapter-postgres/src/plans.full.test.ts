import { Payloom } from "@payloom/core"
import { sandbox } from "@payloom/testkit"
import { hasPostgres, startPostgres } from "@payloom/testkit/postgres"
import pg from "pg"
import { afterAll, describe, expect, it } from "vitest"
import { postgres } from "./postgres.ts"

// Logs the plan of each statement.
const server = hasPostgres
  ? await startPostgres({
      session_preload_libraries: "auto_explain",
      "auto_explain.log_min_duration": "0",
      "auto_explain.log_format": "json",
      "auto_explain.log_level": "notice"
    })
  : null

afterAll(() => server?.stop())

/** A step of a plan, as the server prints it. */
interface Node {
  readonly "Node Type": string
  readonly "Relation Name"?: string
  readonly Plans?: ReadonlyArray<Node>
}

interface Planned {
  readonly "Query Text": string
  readonly Plan: Node
}

const nodesIn = (node: Node): ReadonlyArray<Node> => [node, ...(node.Plans ?? []).flatMap(nodesIn)]

/** The number of copies of each row, with ids of their own. */
const copies = 3000

/** Such rows differ only in their keys. */
const multiplied = async (pool: pg.Pool, table: string): Promise<void> => {
  const { rows } = await pool.query(
    `SELECT quote_ident(attname) AS name FROM pg_attribute WHERE attrelid = $1::regclass
       AND attnum > 0 AND NOT attisdropped AND attname NOT IN ('id', 'feed_seq', 'feed_xid')`,
    [table]
  )
  const names = rows.map(({ name }) => name as string)
  const values = names.map((name) => (name.includes("key_") ? "NULL" : name))
  await pool.query(
    `INSERT INTO ${table} (id, ${names}) SELECT id || '_' || nth, ${values}
     FROM ${table} CROSS JOIN generate_series(1, ${copies}) AS nth`
  )
}

const tables = ["payments", "attempts", "events", "ledger_groups", "idempotency_records"]

describe.skipIf(server === null)("the plans of an engine's statements", () => {
  it("use indexes of large tables, for every query", async () => {
    const plans: Array<Planned> = []
    const pool = new pg.Pool({ connectionString: server?.address ?? "", max: 2 })
    pool.on("error", () => undefined)
    pool.on("connect", (client) =>
      client
        .on("error", () => undefined)
        .on("notice", ({ message = "" }) => {
          const [, plan] = /plan:\s*(\{.*\})\s*$/s.exec(message) ?? []
          if (plan !== undefined) plans.push(JSON.parse(plan))
        })
    )
    const box = sandbox()
    const payloom = await Payloom.make({
      ...box.setup,
      storage: postgres({ connection: pool }),
      workers: false,
      onLog: () => undefined
    })
    const shop = await box.openShop(payloom)
    const paymentInstrument = await box.saveCard(shop, "approved")
    let orders = 0
    const pay = () =>
      shop.payments.create(
        { amount: 1250n, currency: "EUR", type: "one_off", paymentInstrument },
        { idempotencyKey: `order ${orders++}` }
      )
    for (let nth = 0; nth < 8; nth++) await pay()
    for (const table of tables) await multiplied(pool, `payloom.${table}`)
    await pool.query("ANALYZE")
    plans.length = 0

    const events = await payloom.events.consume("all", () => undefined)
    // Often enough for the server to keep its plans, which it makes without the values.
    for (let nth = 0; nth < 8; nth++) {
      const { id } = await pay()
      await shop.payments.refund(id, { amount: 100n }, { idempotencyKey: `refund ${nth}` })
      await payloom.runDue()
      await shop.payments.listAttempts(id)
      await shop.payments.listRefunds(id)
      await shop.payments.story(id)
      const page = await shop.payments.list({ limit: 5 })
      await shop.payments.list({ limit: 5, startingAfter: page.nextCursor ?? "" })
      await shop.payments.list({ status: ["succeeded", "declined"], limit: 5 })
      await shop.payments.list({ status: ["succeeded"], createdGte: 0, limit: 5 })
      await shop.events.list({ type: "payment.succeeded", limit: 5 })
      await shop.ledger.trialBalance()
      await shop.ledger.statement("suspense")
    }
    await events.stop()
    await payloom.close()
    await pool.end()

    const scanned = plans.flatMap(({ "Query Text": text, Plan: plan }) =>
      // Reading one row is enough to find out if there is any.
      (text.includes("SELECT 1 FROM") && text.endsWith("LIMIT 1") ? [] : nodesIn(plan))
        .filter((node) => tables.includes(node["Relation Name"] ?? ""))
        .map((node) => ({ text, type: node["Node Type"], table: node["Relation Name"] }))
    )
    for (const table of tables) expect(scanned.map((each) => each.table)).toContain(table)
    const along = ["Index Scan", "Index Only Scan", "ModifyTable", "LockRows"]
    const others = scanned.filter(({ type }) => !along.includes(type))
    expect([...new Set(others.map(({ text, type }) => `${type}: ${text}`))]).toEqual([])
  })
})
