import type { Payment } from "@payloom/core"
import { Effect } from "effect"
import type { Shop } from "./openShop.ts"

const byHand = "by hand of "

/** Whether a capture was made by somebody in the dashboard. */
export const isByHand = (reference: string): boolean => reference.startsWith(byHand)

/** Somebody captures a hold in the dashboard of the provider, and the engine isn't asked. */
export const captureByHand = async (
  shop: Shop,
  payment: Pick<Payment, "attempts">,
  amount = 1250n
): Promise<void> => {
  const attempt = shop.lastAttempt(payment)
  const charges = await shop.run(shop.box.bank.charges())
  const held = charges.find(({ reference }) => reference === attempt)
  if (held === undefined) return
  const { account, reference, providerReference, currency } = held
  const capturing = shop.box.provider.capture({
    reference: byHand + reference,
    charge: { mid: { id: "", credentials: account }, reference, providerReference },
    amount,
    currency,
    sendBefore: Number.MAX_SAFE_INTEGER
  })
  // What the dashboard answers, if it does, nobody here hears.
  await shop.run(Effect.forkDetach(Effect.ignoreCause(capturing), { startImmediately: true }))
}
