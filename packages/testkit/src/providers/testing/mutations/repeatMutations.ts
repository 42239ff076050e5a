import type { ChargeLookup, ChargeRequest, PaymentProvider } from "@payloom/core"
import { Effect } from "effect"
import { type Break, declined, type Mutations } from "./Mutation.ts"

/** Recognizes a refund by its charge and its amount, and not by its reference. */
const recognizesByAmount: Break = ({ refund }) => {
  const first = new Map<string, string>()
  return {
    refund: (request) => {
      const key = `${request.charge.reference} ${request.amount}`
      const reference = first.get(key) ?? request.reference
      first.set(key, reference)
      return refund({ ...request, reference })
    }
  }
}

/** Finds the first refund of a charge in place of each. */
const findsTheFirst: Break = ({ refund, lookupModification }) => {
  const first = new Map<string, string>()
  return {
    refund: (request) => {
      const { reference: charge } = request.charge
      first.set(charge, first.get(charge) ?? request.reference)
      return refund(request)
    },
    lookupModification: ({ reference, ...query }) =>
      lookupModification({ ...query, reference: first.get(query.charge.reference) ?? reference })
  }
}

const mistakenFor =
  (reference: string) =>
  <A extends { readonly _tag: string }>(answer: A): A =>
    "providerReference" in answer ? { ...answer, providerReference: reference } : answer

/** Gives the charge's reference in place of the refund's. */
const namesTheCharge: Break = ({ refund, lookupModification }) => ({
  refund: (request) => Effect.map(refund(request), mistakenFor(request.charge.providerReference)),
  lookupModification: (query) =>
    Effect.map(lookupModification(query), mistakenFor(query.charge.providerReference))
})

/** Makes a connector that remembers the charges that it made itself, and knows no others. */
const knowingItsOwn =
  (remembering: (provider: PaymentProvider, isOwn: IsOwn) => Partial<PaymentProvider>) =>
  (provider: PaymentProvider): Partial<PaymentProvider> => {
    const own = new Set<string>()
    const charge = (request: ChargeRequest) =>
      Effect.tap(provider.charge(request), () => Effect.sync(() => own.add(request.reference)))
    return { charge, ...remembering({ ...provider, charge }, (reference) => own.has(reference)) }
  }

type IsOwn = (reference: string) => boolean

const absent: ChargeLookup = { _tag: "Absent" }

/** Connectors that keep state, or that take one request for another. */
export const repeatMutations: Mutations = {
  "two refunds of the same amount are both carried out, and told apart": [
    {
      breaks: recognizesByAmount,
      says: /refund of 500 EUR under \w+ is Succeeded, but backend\.modifications has no entry/
    },
    {
      breaks: findsTheFirst,
      says: /, after another refund of the same amount, .* reference \w+\. Expected: \w+\.$/
    },
    { breaks: namesTheCharge, says: /^Two refunds of attempt_\w+ have the provider's reference / }
  ],
  "a charge that another process sends again is made once": [
    {
      breaks: () => ({}),
      inSecond: knowingItsOwn(({ charge }, isOwn) => ({
        charge: (request) =>
          isOwn(request.reference) ? charge(request) : Effect.succeed(declined("no_session"))
      })),
      says: /, sent again by secondProvider, .*Declined.* Expected: Approved\.$/
    }
  ],
  "a charge is found by another process": [
    {
      breaks: () => ({}),
      inSecond: knowingItsOwn(({ lookup }, isOwn) => ({
        lookup: (query) => (isOwn(query.reference) ? lookup(query) : Effect.succeed(absent))
      })),
      says: /^For the lookup of \w+ by secondProvider the connector answered .*Absent/
    }
  ],
  "a charge whose payer comes back to another process is made once": [
    {
      of: "that needs the payer's return data",
      breaks: () => ({}),
      inSecond: knowingItsOwn(({ resume }, isOwn) => ({
        resume: (request) =>
          resume !== undefined && isOwn(request.reference)
            ? resume(request)
            : Effect.succeed(declined("no_session"))
      })),
      says: /^For the resume of \w+ by secondProvider the connector reports the state declined, /
    }
  ]
}
