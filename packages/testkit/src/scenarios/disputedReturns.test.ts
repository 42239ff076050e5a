import type { DisputeNotification } from "@payloom/core"
import { describe, expect, it } from "vitest"
import { auditedShops } from "./testing/auditedShops.ts"
import { notifyingShop } from "./testing/notifyingShop.ts"
import { balances } from "./testing/settlementReport.ts"

const open = auditedShops()

/**
 * Creates a payment of 12.50 EUR whose capture is returned, then disputed, and then captured
 * again.
 */
const disputedMeanwhile = async (told: ReadonlyArray<Partial<DisputeNotification["dispute"]>>) => {
  const { shop, dispute } = await notifyingShop(open)
  const payment = await shop.pay("approved")
  const { payments } = shop.shop()
  const attempt = shop.lastAttempt(payment)
  await payments.resolveAttempt(attempt, { _tag: "Returned" })
  for (const fields of told) await dispute(attempt, fields)
  const reserved = (await payments.retrieve(payment.id)).disputed
  const captured = { _tag: "Charged", captured: true, providerReference: "ch_1" } as const
  const restored = await payments.resolveAttempt(attempt, captured)
  const refund = (amount: bigint) =>
    payments.refund(payment.id, { amount }, { idempotencyKey: `refund ${amount}` })
  return { shop, reserved, restored, refund }
}

describe("a dispute that begins while its capture is returned", () => {
  it.each([
    ["of a part", { amount: 600n }, 600n],
    ["in another currency", { amount: 700n, currency: "USD" }, 1250n]
  ] as const)("%s reserves its amount when the capture is repeated", async (_, fields, amount) => {
    const { shop, reserved, restored, refund } = await disputedMeanwhile([fields])
    expect([reserved, restored.disputed, restored.status]).toEqual([false, true, "succeeded"])
    await expect(refund(1251n - amount)).rejects.toMatchObject(
      amount === 1250n ? { _tag: "PaymentNotRefundable" } : { _tag: "InvalidInput" }
    )
    expect(await balances(shop)).toMatchObject({
      disputes_held: amount,
      provider_receivable: 1250n - amount
    })
    expect((await shop.shop().disputes.list()).data).toMatchObject([{ amount }])
  })

  it("and is lost then is a loss after the amount is captured again", async () => {
    const { shop, restored } = await disputedMeanwhile([{ amount: 600n }, { stage: "lost" }])
    expect(restored.disputed).toBe(true)
    expect(await balances(shop)).toMatchObject({ disputes_held: 0n, dispute_losses: 1250n })
  })

  it("and is won then reserves nothing", async () => {
    const { restored, refund, shop } = await disputedMeanwhile([{ amount: 600n }, { stage: "won" }])
    expect(restored.disputed).toBe(false)
    expect((await refund(1250n)).status).toBe("pending")
    await shop.work()
  })
})
