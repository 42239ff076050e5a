import { Effect } from "effect"
import { EngineConfig } from "../../EngineOptions.ts"
import { callProvider } from "../../providers/callProvider.ts"
import type { ChargeReference, PaymentProvider } from "../../providers/PaymentProvider.ts"

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
