import type {
  ChargeFound,
  ChargeOutcome,
  ModificationOutcome,
  ModificationRequest,
  PaymentProvider
} from "@payloom/core"
import { Clock, Effect, Option } from "effect"
import type { Kind } from "../contract/requests.ts"
import { declined } from "./mutations/Mutation.ts"

const momentMs = 40

/** Remembers the time of the first call for each reference. */
const meetings = () => {
  const met = new Map<string, number>()
  return (reference: string) =>
    Effect.map(Clock.currentTimeMillis, (now) => {
      const since = met.get(reference) ?? now
      met.set(reference, since)
      return now - since < momentMs
    })
}

/** Accepts all captures, voids and refunds. A later lookup reports their outcome. */
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

/** Finds charges and modifications only a moment after their first lookup. */
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

/** Declines amounts below the smallest amount, except zero. */
export const chargingNoLess = (provider: PaymentProvider, least: bigint): PaymentProvider => ({
  ...provider,
  charge: (request) =>
    request.amount > 0n && request.amount < least
      ? Effect.succeed(declined("too_small"))
      : provider.charge(request)
})

/** Leaves every charge pending until its reference is among the decided ones. */
export const chargingLater = (
  provider: PaymentProvider,
  decided: ReadonlySet<string>
): PaymentProvider => {
  const asFar = (reference: string, found: ChargeFound): ChargeFound =>
    decided.has(reference) ? found : { ...found, state: "pending", rawCode: null }
  return {
    ...provider,
    charge: Effect.fnUntraced(function* (request): Effect.fn.Return<ChargeOutcome> {
      const outcome = yield* provider.charge(request)
      if (outcome._tag !== "Approved" && outcome._tag !== "Declined") return outcome
      return { _tag: "Pending", providerReference: outcome.providerReference ?? request.reference }
    }),
    lookup: (query) =>
      Effect.map(provider.lookup(query), (found) =>
        found._tag === "Found" ? asFar(query.reference, found) : found
      ),
    readNotification: (mid, raw, known) =>
      Effect.map(
        provider.readNotification(mid, raw, known),
        Option.map((notifications) =>
          notifications.map((each) => {
            if (each._tag !== "Charge") return each
            const charge = asFar(each.reference, each.charge)
            return { ...each, id: `${each.id} ${charge.state}`, charge }
          })
        )
      )
  }
}
