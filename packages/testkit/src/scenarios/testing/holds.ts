import type { Payment } from "@payloom/core"
import type { TestCardName } from "../../sandbox/testCards.ts"
import type { Shop } from "./openShop.ts"

type Authorization = NonNullable<Parameters<Shop["pay"]>[1]>["authorization"]

/** Holds 12.50 EUR, for several captures and increments unless the options differ. */
export const hold = (
  shop: Shop,
  authorization: Authorization = { multipleCaptures: true, incremental: true },
  card: TestCardName = "approved"
): Promise<Payment> =>
  shop.pay(card, {
    captureMethod: "manual",
    ...(authorization === undefined ? {} : { authorization })
  })

let keys = 0
const options = () => {
  keys += 1
  return { idempotencyKey: `key ${keys}` }
}

/** Captures an amount, or the rest. */
export const capture = async (
  shop: Shop,
  { id }: Pick<Payment, "id">,
  input: { readonly amount?: bigint; readonly finalCapture?: boolean } = {}
) => {
  const made = await shop.shop().payments.capture(id, input, options())
  await shop.work()
  return made
}

/** Captures a part, and keeps the rest of the hold. */
export const captureMore = (shop: Shop, payment: Pick<Payment, "id">, amount: bigint) =>
  capture(shop, payment, { amount, finalCapture: false })

/** Raises the hold to a new total. */
export const increment = async (shop: Shop, { id }: Pick<Payment, "id">, amount: bigint) => {
  const made = await shop.shop().payments.incrementAuthorization(id, { amount }, options())
  await shop.work()
  return made
}

/** Returns the payment's status and its amounts: held, captured, in minor units. */
export const standing = async (shop: Shop, { id }: Pick<Payment, "id">) => {
  const { status, amount, amountCapturable, amountCaptured } = await shop
    .shop()
    .payments.retrieve(id)
  return { status, amount, amountCapturable, amountCaptured }
}

/** Returns the held and the captured amount of the last charge at the bank. */
export const atBank = async (shop: Shop) => {
  const charges = await shop.run(shop.box.bank.charges())
  const { captured = 0n, state = "none", refunded = 0n, voided = 0n } = charges.at(-1) ?? {}
  return { state, captured, refunded, voided }
}
