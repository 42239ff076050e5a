import { Effect } from "effect"
import type { ChargeLookup } from "../providers/ChargeOutcome.ts"
import { callProvider } from "../providers/callProvider.ts"
import type { PaymentProvider } from "../providers/PaymentProvider.ts"
import { EngineConfig } from "../values/EngineOptions.ts"
import { type AttemptRecord, accountOf } from "./Attempt.ts"

/** What a provider knows of an attempt's charge; no answer in time counts as unavailable. */
export const lookUpCharge = Effect.fnUntraced(function* (
  provider: PaymentProvider,
  attempt: AttemptRecord
) {
  const { providerTimeoutMs } = yield* EngineConfig
  const unavailable = (reason: string): ChargeLookup => ({ _tag: "Unavailable", reason })
  const by = { mid: accountOf(attempt), reference: attempt.id }
  const called = yield* callProvider(() => provider.lookup(by), {
    timeoutMs: providerTimeoutMs,
    broken: unavailable
  })
  return called._tag === "Answered" ? called.answer : unavailable("timeout")
})
