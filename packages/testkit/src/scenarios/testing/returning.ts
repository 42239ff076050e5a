import type { Payment } from "@payloom/core"
import type { BankCapture, BankReturn } from "../../sandbox/sandboxCaptureReturns.ts"
import type { Shop } from "./openShop.ts"

/** Pays 12.50 EUR, by an automatic capture or by a separate one. */
export const paying: Readonly<Record<string, (shop: Shop) => Promise<Payment>>> = {
  "an automatic capture": (shop) => shop.pay("approved"),
  "a separate capture": async (shop) => {
    const { id } = await shop.pay("approved", { captureMethod: "manual" })
    await shop.shop().payments.capture(id, {}, { idempotencyKey: "capture" })
    await shop.work()
    return shop.shop().payments.retrieve(id)
  }
}

/** Makes the bank send its notifications. */
export const notified = (shop: Shop) => shop.until(shop.box.notify(shop.process().payloom))

/** Makes the bank take money of a capture back, and send a notification. */
export const returned = async (shop: Shop, payment: Payment, why?: BankReturn): Promise<void> => {
  await shop.run(shop.box.returnCapture(payment, why))
  await notified(shop)
}

/** Makes the bank capture returned money again, and send a notification. */
export const capturedAgain = async (
  shop: Shop,
  payment: Payment,
  of?: BankCapture
): Promise<void> => {
  await shop.run(shop.box.captureAgain(payment, of))
  await notified(shop)
}

/** Reads the payment again. */
export const now = (shop: Shop, { id }: Payment) => shop.shop().payments.retrieve(id)

/** Requests a refund. */
export const refunded = (shop: Shop, { id }: Payment, amount: bigint) =>
  shop.shop().payments.refund(id, { amount }, { idempotencyKey: `refund ${amount}` })
