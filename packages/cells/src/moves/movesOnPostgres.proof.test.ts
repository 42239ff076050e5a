import { postgres } from "@payloom/adapter-postgres"
import { isEngineError, Payloom, type Payment } from "@payloom/core"
import { sandbox } from "@payloom/testkit"
import { hasPostgres, startPostgres } from "@payloom/testkit/postgres"
import { Effect } from "effect"
import pg from "pg"
import { describe, expect, it, onTestFinished } from "vitest"
import { cells } from "../cells.ts"
import { moveTenant } from "./moveTenant.ts"

describe.skipIf(!hasPostgres)("a shop that moves between schemas of PostgreSQL", () => {
  it("pays, and its consumer gets each payment, and the audit finds nothing", async () => {
    const server = await startPostgres()
    const connection = new pg.Pool({ connectionString: server.address, max: 20 })
    const schema = (name: string) => postgres({ connection, schema: name, listen: false })
    const storages = {
      directory: schema("directory"),
      cells: { a: schema("a"), b: schema("b") },
      placeTenant: () => "a"
    }
    const box = sandbox()
    const payloom = await Payloom.make({
      ...box.setup,
      storage: cells(storages),
      options: { pollMs: 20 }
    })
    onTestFinished(async () => {
      await payloom.close()
      await connection.end()
      await server.stop()
    })
    const shop = await box.openShop(payloom)
    const paymentInstrument = await box.saveCard(shop, "approved")
    const seen = new Set<string>()
    await payloom.events.consume("all", ({ type, data }) => {
      if (type === "payment.succeeded") seen.add(data.payment_id ?? "")
    })
    const paid: Array<Payment> = []
    let isOver = false
    const paying = (async () => {
      for (let nth = 0; !isOver; nth++) {
        try {
          paid.push(
            await shop.payments.create(
              { amount: 1250n, currency: "EUR", type: "one_off", paymentInstrument },
              { idempotencyKey: `key ${nth}` }
            )
          )
        } catch (error) {
          if (!isEngineError(error) || error._tag !== "StorageUnavailable") throw error
        }
      }
    })()
    for (const to of ["b", "a"]) {
      await Effect.runPromise(moveTenant(storages, { tenant: shop.scope.tenant, to }))
    }
    isOver = true
    await paying
    expect(paid.length).toBeGreaterThan(2)
    await expect.poll(() => paid.every(({ id }) => seen.has(id))).toBe(true)
    expect(await box.audit(payloom)).toEqual([])
  })
})
