import { Effect } from "effect"
import type { PaymentProvider } from "../providers/PaymentProvider.ts"

const notSent = () =>
  Effect.succeed({ _tag: "NotSent", reason: "The store is being reconciled." } as const)

/**
 * Returns a provider that can be asked, but moves no money: no charge, capture, void or refund is
 * sent. An engine on a restored store has only such providers until the store is released.
 */
export const readOnlyProvider = (provider: PaymentProvider): PaymentProvider => ({
  ...provider,
  charge: notSent,
  capture: notSent,
  void: notSent,
  refund: notSent,
  cancel: () =>
    Effect.succeed({ _tag: "NotCanceled", reason: "The store is being reconciled." } as const),
  ...(provider.resume === undefined ? {} : { resume: notSent }),
  ...(provider.increment === undefined ? {} : { increment: notSent })
})
