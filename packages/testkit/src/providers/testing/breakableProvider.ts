import type { PaymentProvider } from "@payloom/core"
import { Effect } from "effect"
import type { Breakdown, ProviderFaults } from "../ProviderHarness.ts"

/** The error of a call that the gateway broke. */
export class BrokenCall extends Error {
  readonly how: Breakdown

  constructor(how: Breakdown) {
    super(typeof how === "number" ? `HTTP ${how}` : how)
    this.how = how
  }
}

/** Puts a faulty gateway in front of a provider. A broken call throws. */
export const breakableProvider = (
  provider: PaymentProvider,
  faults: ProviderFaults
): { readonly provider: PaymentProvider; readonly faults: ProviderFaults } => {
  let down: Breakdown | null = null
  let nextStatus: number | null = null
  const asking = <A>(call: Effect.Effect<A>): Effect.Effect<A> =>
    Effect.suspend(() => (down === null ? call : Effect.die(new BrokenCall(down))))
  const moving = <A>(call: Effect.Effect<A>): Effect.Effect<A> =>
    asking(
      Effect.suspend(() => {
        const status = nextStatus
        nextStatus = null
        return status === null ? call : Effect.andThen(call, Effect.die(new BrokenCall(status)))
      })
    )
  const { charge, resume, cancel, capture, refund, increment, lookup, lookupModification } =
    provider
  const { listChanges } = provider
  return {
    provider: {
      ...provider,
      charge: (request) => moving(charge(request)),
      capture: (request) => moving(capture(request)),
      void: (request) => moving(provider.void(request)),
      refund: (request) => moving(refund(request)),
      ...(increment === undefined ? {} : { increment: (request) => moving(increment(request)) }),
      ...(resume === undefined ? {} : { resume: (request) => asking(resume(request)) }),
      ...(listChanges === undefined ? {} : { listChanges: (query) => asking(listChanges(query)) }),
      cancel: (of) => asking(cancel(of)),
      lookup: (query) => asking(lookup(query)),
      lookupModification: (query) => asking(lookupModification(query))
    },
    faults: {
      ...faults,
      answersWith: (status) => {
        nextStatus = status
      },
      breaksDown: (how) => {
        down = how
      },
      clear: () => {
        down = null
        nextStatus = null
        return faults.clear()
      }
    }
  }
}
