import type { ModificationOutcome, ModificationRequest, PaymentProvider } from "@payloom/core"
import { Clock, Effect } from "effect"
import type { Kind } from "../contract/requests.ts"
import { declined } from "./mutations/Mutation.ts"

const momentMs = 40

/** What a reference was first met at, by the Clock. */
const meetings = () => {
  const met = new Map<string, number>()
  return (reference: string) =>
    Effect.map(Clock.currentTimeMillis, (now) => {
      const since = met.get(reference) ?? now
      met.set(reference, since)
      return now - since < momentMs
    })
}

/** Accepts all captures, voids and refunds; what became of them it says when it is asked later. */
export const decidingLater = (provider: PaymentProvider): PaymentProvider => {
  const isUndecided = meetings()
  const accepting = (kind: Kind) =>
    Effect.fnUntraced(function* (
      request: ModificationRequest
    ): Effect.fn.Return<ModificationOutcome> {
      const outcome = yield* provider[kind](request)
      if (outcome._tag !== "Failed" && outcome._tag !== "Succeeded") return outcome
      const { reference, charge } = request
      const query = { kind, reference, providerReference: null, charge }
      const made = yield* provider.lookupModification(query)
      const { providerReference } = made._tag === "Found" ? made : charge
      return { _tag: "Pending", providerReference }
    })
  return {
    ...provider,
    capture: accepting("capture"),
    void: accepting("void"),
    refund: accepting("refund"),
    lookupModification: Effect.fnUntraced(function* (query) {
      const made = yield* provider.lookupModification(query)
      if (made._tag !== "Found" || !(yield* isUndecided(query.reference))) return made
      return { ...made, state: "pending", rawCode: null }
    })
  }
}

/** Finds charges, and what was done to them, a moment after it was first asked for them. */
export const lagging = (provider: PaymentProvider): PaymentProvider => {
  const isMissing = meetings()
  const absent = { _tag: "Absent" } as const
  return {
    ...provider,
    lookup: Effect.fnUntraced(function* (query) {
      return (yield* isMissing(query.reference)) ? absent : yield* provider.lookup(query)
    }),
    lookupModification: Effect.fnUntraced(function* (query) {
      const { kind, reference } = query
      const isLate = yield* isMissing(`${kind} ${reference}`)
      return isLate ? absent : yield* provider.lookupModification(query)
    })
  }
}

/** Declines what is less than that, but for nothing at all. */
export const chargingNoLess = (provider: PaymentProvider, least: bigint): PaymentProvider => ({
  ...provider,
  charge: (request) =>
    request.amount > 0n && request.amount < least
      ? Effect.succeed(declined("too_small"))
      : provider.charge(request)
})
