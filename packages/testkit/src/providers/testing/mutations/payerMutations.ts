import { Effect } from "effect"
import { chargeOf, queryOf } from "../../contract/requests.ts"
import { answering, type Break, finding, foundAs, type Mutations, never } from "./Mutation.ts"

/** Says Canceled of whatever it is asked to cancel. */
const cancelsNothing: Break = () => ({ cancel: () => Effect.succeed({ _tag: "Canceled" }) })

/** Says Canceled of what still waits for its payer, and leaves it waiting. */
const onlyLooks: Break = ({ lookup }, harness) => ({
  cancel: ({ reference, providerReference }) =>
    Effect.map(lookup({ ...queryOf(chargeOf(harness)), reference, providerReference }), (found) =>
      found._tag === "Found" && found.state === "requires_action"
        ? { _tag: "Canceled" }
        : { _tag: "NotCanceled", reason: "it does not wait for its payer" }
    )
})

/** Says Canceled of whatever once waited for its payer. */
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

/** Connectors that break the rules of payers who are asked. */
export const payerMutations: Mutations = {
  "a payer who is asked has not been charged, and has time to answer": [
    {
      breaks: answering((outcome) =>
        outcome._tag === "RequiresAction" ? { ...outcome, expiresAt: 0 } : outcome
      )
    }
  ],
  "a payer who approves has been charged once, and the provider says so": [
    {
      breaks: finding(foundAs("captured", "pending")),
      says: /^By the lookup of \w+ the engine would hear that it is pending, and its payer has app/
    }
  ],
  "a payer who refuses is not charged, and the provider says so": [
    { breaks: finding(foundAs("declined", "pending")) }
  ],
  "what is Canceled can't be paid any more": [
    {
      breaks: cancelsNothing,
      says: /^To the cancel of \w+ the connector said Canceled, and yet 1250 EUR was charged under/
    },
    { of: "that asks payers on the page", breaks: cancelsNothing },
    { of: "that asks payers on the page", breaks: onlyLooks }
  ],
  "what is paid is not Canceled": [{ breaks: cancelsNothing }],
  "what was paid by a payer who was asked is not Canceled": [
    { breaks: cancelsTheAsked },
    { of: "that asks payers on the page", breaks: cancelsTheAsked }
  ],
  "nothing is resumed past sendBefore": [
    {
      of: "that is told what payers bring back",
      breaks: ({ resume }) =>
        resume === undefined
          ? {}
          : { resume: (request) => resume({ ...request, sendBefore: never }) }
    }
  ]
}
