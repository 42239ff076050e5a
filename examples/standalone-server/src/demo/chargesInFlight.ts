import type { PaymentProvider } from "@payloom/core"
import { Effect } from "effect"

/** Providers, with a function that returns true while a charge is in flight. */
export interface WatchedProviders {
  readonly providers: ReadonlyArray<PaymentProvider>
  readonly isCharging: () => boolean
}

/**
 * Watches the charges of providers. A charge counts as in flight until its answer, but no longer
 * than the engine's timeout.
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
