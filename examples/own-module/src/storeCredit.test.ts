import { Payloom } from "@payloom/core"
import { manualClock, memory, moduleContract, sandbox } from "@payloom/testkit"
import { describe, expect, it, onTestFinished } from "vitest"
import { storeCredit } from "./storeCredit/storeCredit.ts"
import { creditHarness } from "./testing/creditHarness.ts"
import { openSqlite } from "./testing/openOnce.ts"

// More places, and PostgreSQL, are in storeCredit.proof.test.ts.
describe("moduleContract: store credit on SQLite", () => {
  for (const { name, run } of moduleContract(creditHarness(openSqlite, 1))) it(name, run)
})

it("a payment earns credit once, also if its refund is reversed", async () => {
  const [box, clock] = [sandbox(), manualClock()]
  const payloom = await Payloom.make({
    ...box.setup,
    storage: memory(),
    clock,
    workers: false,
    modules: [storeCredit]
  })
  onTestFinished(() => payloom.close())
  const { scope } = await box.openShop(payloom)
  const shop = payloom.merchant(scope)
  const { id: customer } = await shop.customers.create({}, { idempotencyKey: "customer" })
  const paymentInstrument = await box.saveCard(shop, "refund_reversed", customer)
  const { id } = await shop.payments.create(
    { amount: 10_000n, currency: "EUR", type: "one_off", paymentInstrument },
    { idempotencyKey: "payment" }
  )
  await shop.payments.refund(id, {}, { idempotencyKey: "refund" })
  await clock.elapse(1_000, payloom)
  expect((await shop.payments.retrieve(id)).status).toBe("refunded")
  await clock.elapse(120_000, payloom)
  await clock.until(box.notify(payloom))
  expect((await shop.payments.retrieve(id)).status).toBe("succeeded")
  const { available } = await shop.storeCredit.wallet({ customer, currency: "EUR" })
  expect(available).toBe(500n)
})
