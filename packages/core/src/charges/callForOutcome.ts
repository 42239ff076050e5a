import { Effect } from "effect"
import type { ChargeOutcome } from "../providers/ChargeOutcome.ts"
import { callProvider } from "../providers/callProvider.ts"
import { EngineConfig } from "../values/EngineOptions.ts"

/** Calls a provider for the outcome of a charge; whatever it throws is an unknown one. */
export const callForOutcome = (call: () => Effect.Effect<ChargeOutcome>) =>
  Effect.flatMap(EngineConfig, ({ providerTimeoutMs }) =>
    callProvider(call, {
      timeoutMs: providerTimeoutMs,
      broken: (reason): ChargeOutcome => ({ _tag: "Unknown", reason })
    })
  )
