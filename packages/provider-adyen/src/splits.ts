import type { Types } from "@adyen/api-library"
import type { ModificationRequest } from "@payloom/core"
import { toAdyen } from "./amounts.ts"
import { toSdk } from "./wire.ts"

/**
 * Returns the splits of a payment, capture or refund. Adyen requires that they add up to the
 * amount, so the rest is the commission of the platform. A refund has to name a part as its payment
 * did, so a part without a reference of the merchant's gets the reference of the charge with the
 * part's number. Parts of zero are left out.
 */
export const splitsOf = (
  { amount, currency, splits }: Pick<ModificationRequest, "amount" | "currency" | "splits">,
  charge: string
): { readonly splits?: Array<Types.checkout.Split> } => {
  if (splits === undefined) return {}
  const rest = splits.reduce((left, part) => left - part.amount, amount)
  const own = { reference: `${charge}_commission`, amount: rest }
  const items = [...splits.map((part, at) => ({ reference: `${charge}_${at + 1}`, ...part })), own]
  const sent = items.filter((item) => item.amount > 0n)
  return toSdk<{ splits: Array<Types.checkout.Split> }>({
    splits: sent.map((item) => ({
      ...item,
      type: "account" in item ? "BalanceAccount" : "Commission",
      amount: { value: toAdyen(item.amount, currency).value }
    }))
  })
}
