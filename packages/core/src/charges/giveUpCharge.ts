import { Effect } from "effect"
import { callProvider } from "../providers/callProvider.ts"
import type { ChargeReference, PaymentProvider } from "../providers/PaymentProvider.ts"
import { EngineConfig } from "../values/EngineOptions.ts"

/** No payer is there to act, so the provider is asked to give the charge up. */
export const giveUpCharge = Effect.fnUntraced(function* (
  provider: PaymentProvider,
  { mid, reference, providerReference }: ChargeReference
) {
  const { providerTimeoutMs } = yield* EngineConfig
  yield* callProvider(() => provider.cancel({ mid, reference, providerReference }), {
    timeoutMs: providerTimeoutMs,
    broken: () => undefined
  })
})
