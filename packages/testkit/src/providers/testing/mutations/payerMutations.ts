import { Effect } from "effect"
import { chargeOf, queryOf } from "../../contract/requests.ts"
import { answering, type Break, finding, foundAs, type Mutations, never } from "./Mutation.ts"

/** Answers Canceled to every cancel. */
const cancelsNothing: Break = () => ({ cancel: () => Effect.succeed({ _tag: "Canceled" }) })

/** Answers Canceled for a charge that waits for its payer, and leaves it waiting. */
const onlyLooks: Break = ({ lookup }, harness) => ({
  cancel: ({ reference, providerReference }) =>
    Effect.map(lookup({ ...queryOf(chargeOf(harness)), reference, providerReference }), (found) =>
      found._tag === "Found" && found.state === "requires_action"
        ? { _tag: "Canceled" }
        : { _tag: "NotCanceled", reason: "it does not wait for its payer" }
    )
})

/** Answers Canceled for every charge that once waited for its payer. */
const cancelsTheAsked: Break = ({ charge, cancel }) => {
  const asked = new Set<string>()
  return {
    charge: (request) =>
      Effect.tap(charge(request), ({ _tag }) =>
        Effect.sync(() => _tag === "RequiresAction" && asked.add(request.reference))
      ),
    cancel: (of) => (asked.has(of.reference) ? Effect.succeed({ _tag: "Canceled" }) : cancel(of))
  }
}

/** Approves whatever the page says, without asking the provider. */
const believesPayers: Break = ({ resume }) =>
  resume === undefined
    ? {}
    : {
        resume: (request) =>
          JSON.stringify(request.returned).includes('"approves":true')
            ? Effect.succeed({
                _tag: "Approved",
                providerReference: request.providerReference,
                captured: true,
                amount: request.amount,
                currency: request.currency,
                networkReference: null
              })
            : resume(request)
      }

/** Connectors that break the rules of payers. */
export const payerMutations: Mutations = {
  "a charge that waits for its payer is not made yet, and gives the payer time to answer": [
    {
      breaks: answering((outcome) =>
        outcome._tag === "RequiresAction" ? { ...outcome, expiresAt: 0 } : outcome
      )
    }
  ],
  "a charge that its payer approves is made once, and is reported as made": [
    {
      breaks: finding(foundAs("captured", "pending")),
      says: /^For the lookup of \w+ the connector reports the state pending, but the payer has app/
    }
  ],
  "a charge that its payer refuses is not made, and is reported as declined": [
    { breaks: finding(foundAs("declined", "pending")) }
  ],
  "a Canceled charge can't be paid any more": [
    {
      breaks: cancelsNothing,
      says: /^For the cancel of \w+ the connector answered Canceled, but 1250 EUR was charged under/
    },
    { of: "that asks payers on the page", breaks: cancelsNothing },
    { of: "that asks payers on the page", breaks: onlyLooks },
    {
      breaks: ({ cancel }) => ({
        cancel: (of) =>
          of.providerReference === of.reference ? Effect.succeed({ _tag: "Canceled" }) : cancel(of)
      })
    }
  ],
  "a paid charge is not Canceled": [{ breaks: cancelsNothing }],
  "a charge that its payer has paid after a confirmation is not Canceled": [
    { breaks: cancelsTheAsked },
    { of: "that asks payers on the page", breaks: cancelsTheAsked }
  ],
  "a charge is not made by the result of another charge's payer": [
    {
      of: "that asks payers on the page",
      breaks: believesPayers,
      says: /with what another payer brought back, the connector answered Approved, /
    }
  ],
  "a charge is not resumed after sendBefore": [
    {
      of: "that needs the payer's return data",
      breaks: ({ resume }) =>
        resume === undefined
          ? {}
          : { resume: (request) => resume({ ...request, sendBefore: never }) }
    }
  ]
}
