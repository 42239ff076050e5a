import type { PaymentProvider } from "@payloom/core"
import { Effect } from "effect"

/** Providers as they are, and whether one of them is being asked for a charge right now. */
export interface WatchedProviders {
  readonly providers: ReadonlyArray<PaymentProvider>
  readonly isCharging: () => boolean
}

/**
 * Watches the charges of providers: whoever asked waits for the answer, but for no longer than the
 * engine does.
 */
export const watchedProviders = (
  providers: ReadonlyArray<PaymentProvider>,
  timeoutMs: number
): WatchedProviders => {
  const begun = new Set<{ readonly at: number }>()
  const watched = <A>(charge: Effect.Effect<A>) =>
    Effect.suspend(() => {
      const call = { at: performance.now() }
      begun.add(call)
      return Effect.ensuring(
        charge,
        Effect.sync(() => begun.delete(call))
      )
    })
  return {
    providers: providers.map((provider) => ({
      ...provider,
      charge: (request) => watched(provider.charge(request))
    })),
    isCharging: () => [...begun].some(({ at }) => performance.now() < at + timeoutMs)
  }
}
