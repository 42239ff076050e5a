import type { ChargeOutcome, ModificationRequest, PaymentProvider } from "@payloom/core"
import { Effect } from "effect"
import { type Break, finding, type Mutations } from "./Mutation.ts"

type Increment = NonNullable<PaymentProvider["increment"]>

/** Changes how an increment is sent. */
const raising =
  (change: (send: Increment, request: ModificationRequest) => ReturnType<Increment>): Break =>
  ({ increment }) =>
    increment === undefined ? {} : { increment: (request) => change(increment, request) }

const done = (providerReference: string) =>
  Effect.succeed({ _tag: "Succeeded", providerReference } as const)

/** Sends each charge as one that accepts parts, or as one that doesn't. */
const accepting =
  (partial: boolean): Break =>
  ({ charge }) => ({ charge: (request) => charge({ ...request, authorization: { partial } }) })

/** Connectors that break the rules of several captures, increments and approvals of a part. */
export const holdMutations: Mutations = {
  "a hold is captured in several parts, each once, until a final capture": [
    {
      breaks: ({ capture }) => ({
        capture: ({ isFinal: _, ...request }) => capture(request)
      }),
      says: /^For the capture of 300 EUR under \w+ the connector answered .*already_captured/
    },
    {
      breaks: ({ capture }) => ({
        capture: (request) => capture({ ...request, isFinal: false })
      }),
      says: /^For the capture of 100 EUR under \w+, after the final capture, the connector answered/
    }
  ],
  "a hold that was captured in parts is found with the held amount and the captured total": [
    {
      breaks: finding((found) =>
        found._tag === "Found" ? { ...found, amountCaptured: 300n } : found
      ),
      says: /the connector reports 300 EUR, but the provider has 800 EUR\.$/
    }
  ],
  "an increment raises a hold to the new total, which can be captured": [
    { breaks: raising((_, { reference }) => done(reference)), says: /reports 2500 EUR/ },
    {
      breaks: raising((send, request) => send({ ...request, amount: request.amount + 1n })),
      says: /^For the increment the connector reports 2500 EUR, but the provider has 2501 EUR\.$/
    }
  ],
  "an increment that is sent again under its reference raises the hold once": [
    {
      breaks: () => {
        let sent = 0
        return {
          increment: ({ reference }) =>
            Effect.suspend(() => {
              sent += 1
              return done(`${reference} ${sent}`)
            })
        }
      }
    }
  ],
  "an increment whose answer is lost is Unknown and can be resolved": [
    {
      breaks: raising((send, request) =>
        Effect.catchCause(send(request), () =>
          Effect.succeed({ _tag: "Failed", rawCode: "broken" } as const)
        )
      ),
      says: /whose answer was lost, the connector answered .*broken.*Expected: Unknown\.$/
    }
  ],
  "a part is approved only of a charge that accepts parts, with the provider's amount": [
    { breaks: accepting(true), says: /Expected: Declined\.$/ },
    { breaks: accepting(false), says: /Expected: Approved\.$/ },
    {
      breaks: ({ charge }) => ({
        charge: (request) =>
          Effect.map(
            charge(request),
            (outcome): ChargeOutcome =>
              outcome._tag === "Approved" ? { ...outcome, amount: request.amount } : outcome
          )
      }),
      says: /the connector reports 1250 EUR, but the provider has 625 EUR\.$/
    }
  ]
}
