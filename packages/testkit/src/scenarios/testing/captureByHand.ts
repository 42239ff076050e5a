import type { Payment } from "@payloom/core"
import { Effect } from "effect"
import type { Shop } from "./openShop.ts"

const byHand = "by hand of "

/** Returns true if a capture was made in the provider's dashboard. */
export const isByHand = (reference: string): boolean => reference.startsWith(byHand)

/** Does something in the provider's dashboard, without the engine. */
export const doByHand = async (
  shop: Shop,
  kind: "capture" | "void" | "refund",
  payment: Pick<Payment, "attempts">,
  amount = 1250n
): Promise<void> => {
  const attempt = shop.lastAttempt(payment)
  const charges = await shop.run(shop.box.bank.charges())
  const known = charges.find(({ reference }) => reference === attempt)
  if (known === undefined) return
  const { account, reference, providerReference, currency } = known
  const doing = shop.box.provider[kind]({
    reference: byHand + reference,
    charge: { mid: { id: "", credentials: account }, reference, providerReference },
    amount,
    currency,
    sendBefore: Number.MAX_SAFE_INTEGER
  })
  // The dashboard's answer is ignored.
  await shop.run(Effect.forkDetach(Effect.ignoreCause(doing), { startImmediately: true }))
}

/** Captures a hold in the provider's dashboard, without the engine. */
export const captureByHand = (
  shop: Shop,
  payment: Pick<Payment, "attempts">,
  amount?: bigint
): Promise<void> => doByHand(shop, "capture", payment, amount)
