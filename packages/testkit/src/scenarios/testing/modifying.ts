import type { Payment } from "@payloom/core"
import type { Shop } from "./openShop.ts"

/** A change of a charge that a merchant requests. */
export interface Modifying {
  readonly kind: "capture" | "void" | "refund" | "increment"
  /** The amount in percent of the payment's. */
  readonly percent: number
  /** True for a capture that keeps the rest of the hold. */
  readonly keepsRest: boolean
  /** True for a refund that takes back the parts of other accounts. */
  readonly reversesSplits: boolean
}

/** Requests a capture, void, refund or increment of a payment. */
export const modifying = (
  { shop }: Shop,
  { id, amount: whole }: Pick<Payment, "id" | "amount">,
  { kind, percent, keepsRest, reversesSplits }: Modifying,
  options: { readonly idempotencyKey: string }
): Promise<unknown> => {
  const { payments } = shop()
  const amount = (whole * BigInt(percent)) / 100n
  const given = amount > 0n ? { amount } : {}
  switch (kind) {
    case "capture":
      return payments.capture(id, keepsRest ? { ...given, finalCapture: false } : given, options)
    case "void":
      return payments.void(id, {}, options)
    case "refund":
      return payments.refund(
        id,
        reversesSplits ? { ...given, reverseSplits: true } : given,
        options
      )
    case "increment":
      return payments.incrementAuthorization(id, { amount: amount + 1n }, options)
  }
}

/** Returns every feature that an authorization may have. */
export const everyOption = (isManual: boolean) =>
  isManual
    ? { incremental: true, multipleCaptures: true, overCapture: true, partial: true }
    : { partial: true }

/** Parts of a payment of 1,250 minor units that belong to other accounts. */
export const someSplits = [
  { account: "seller_1", amount: 333n },
  { account: "seller_2", amount: 101n }
]
