import { postgres } from "@payloom/adapter-postgres"
import { Payloom } from "@payloom/core"
import { sandbox } from "@payloom/testkit"
import { hasPostgres, startPostgres } from "@payloom/testkit/postgres"
import { expect, it, onTestFinished } from "vitest"
import { audit } from "../audit.ts"
import { auditStore } from "../store/auditStore.ts"
import { postgresRows, postgresSource } from "./postgresRows.ts"

it.skipIf(!hasPostgres)("the rows of a schema in PostgreSQL are read and audited", async () => {
  const server = await startPostgres()
  onTestFinished(server.stop)
  const box = sandbox()
  const storage = postgres({ connection: server.address })
  const payloom = await Payloom.make({ ...box.setup, storage, workers: false })
  const shop = await box.openShop(payloom)
  const paymentInstrument = await box.saveCard(shop, "approved")
  await shop.payments.create(
    { amount: 1250n, currency: "EUR", type: "one_off", paymentInstrument },
    { idempotencyKey: "order-1" }
  )
  await payloom.close()
  const rows = await postgresRows(server.address)
  expect(rows.collections.payments).toHaveLength(1)
  expect(audit({ rows, now: Date.now() })).toEqual([])
  const paged = await auditStore(await postgresSource(server.address), { now: Date.now() })
  expect(paged).toMatchObject({ findings: [], payments: 1 })
  expect(paged.rows).toBeGreaterThan(5)
  const ledger = { ...rows.collections, ledger_groups: [] }
  expect(audit({ rows: { collections: ledger }, now: Date.now() })).toMatchObject([
    { rule: "ledger-payment" }
  ])
})
