import { postgres } from "@payloom/adapter-postgres"
import { Payloom } from "@payloom/core"
import { sandbox } from "@payloom/testkit"
import { hasPostgres, startPostgres } from "@payloom/testkit/postgres"
import { Client } from "pg"
import { expect, it, onTestFinished } from "vitest"
import { audit } from "../audit.ts"
import { auditStore } from "../store/auditStore.ts"
import { postgresRows, postgresSource } from "./postgresRows.ts"

/** Opens a shop on a server of its own, until the test is over. */
const openShop = async () => {
  const server = await startPostgres()
  onTestFinished(server.stop)
  const box = sandbox()
  const storage = postgres({ connection: server.address })
  const payloom = await Payloom.make({ ...box.setup, storage, workers: false })
  const shop = await box.openShop(payloom)
  const paymentInstrument = await box.saveCard(shop, "approved")
  const pay = (nth: number) =>
    shop.payments.create(
      { amount: 1250n, currency: "EUR", type: "one_off", paymentInstrument },
      { idempotencyKey: `order ${nth}` }
    )
  return { server, payloom, shop, pay }
}

it.skipIf(!hasPostgres)("the rows of a schema in PostgreSQL are read and audited", async () => {
  const { server, payloom, pay } = await openShop()
  await pay(1)
  await payloom.close()
  const rows = await postgresRows(server.address)
  expect(rows.collections.payments).toHaveLength(1)
  expect(audit({ rows, now: Date.now() })).toEqual([])
  const paged = await auditStore(await postgresSource(server.address), { now: Date.now() })
  expect(paged).toMatchObject({ findings: [], payments: 1 })
  expect(paged.rows).toBeGreaterThan(5)
  expect(rows.totals).toContainEqual(
    expect.objectContaining({ key: "merchant_payable EUR", amount: -1250n })
  )
  const ledger = { ...rows.collections, ledger_groups: [] }
  expect(audit({ rows: { collections: ledger }, now: Date.now() })).toMatchObject([
    { rule: "ledger-payment" }
  ])
})

it.skipIf(!hasPostgres)("balances that PostgreSQL keeps are compared with the groups", async () => {
  const { server, payloom, shop, pay } = await openShop()
  const auditNow = async () =>
    audit({ rows: await postgresRows(server.address), now: Date.now() }).map(({ rule }) => rule)
  // So many that a read stores the totals, and some after them.
  for (let nth = 0; nth < 20; nth++) await pay(nth)
  await shop.ledger.trialBalance()
  for (let nth = 20; nth < 25; nth++) await pay(nth)
  const client = new Client({ connectionString: server.address })
  await client.connect()
  onTestFinished(() => client.end())
  const { rows: kept } = await client.query("SELECT amount FROM payloom.sum_totals")
  expect(kept.length).toBeGreaterThan(0)
  expect(await auditNow()).toEqual([])
  await client.query(
    "UPDATE payloom.sum_totals SET amount = amount + 1 WHERE key LIKE 'all merchant_payable%'"
  )
  expect(await auditNow()).toEqual(["ledger-totals"])
  await payloom.close()
})
