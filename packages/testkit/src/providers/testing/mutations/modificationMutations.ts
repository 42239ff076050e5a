import type { ModificationOutcome, ModificationRequest, PaymentProvider } from "@payloom/core"
import { Clock, Effect } from "effect"
import type { Kind } from "../../contract/requests.ts"
import type { SandboxShape } from "../sandboxShapes.ts"
import { type Break, finding, forgetful, type Mutations, never } from "./Mutation.ts"

const later: SandboxShape = "that captures, voids and refunds later"

/** Sends a capture, void or refund otherwise than the sandbox. */
const sending =
  (
    kind: Kind,
    change: (
      send: PaymentProvider[Kind],
      request: ModificationRequest
    ) => Effect.Effect<ModificationOutcome>
  ): Break =>
  (provider) => ({
    [kind]: (request: ModificationRequest) => change(provider[kind], request)
  })

/** Says of what is queued that it is done. */
const hasten = (outcome: ModificationOutcome): ModificationOutcome =>
  outcome._tag === "Pending" ? { ...outcome, _tag: "Succeeded" } : outcome

/** Finds what is queued to be done. */
const findsEarly: Break = ({ lookupModification }) => ({
  lookupModification: (query) =>
    Effect.map(lookupModification(query), (found) =>
      found._tag === "Found" && found.state === "pending"
        ? { ...found, state: "succeeded" as const }
        : found
    )
})

/** Looks at the clock, waits, and sends whatever the time is by then. */
const looksOnce = (kind: Kind): Break =>
  sending(kind, (send, request) =>
    Effect.flatMap(
      Clock.currentTimeMillis,
      (now): Effect.Effect<ModificationOutcome> =>
        now > request.sendBefore
          ? Effect.succeed({ _tag: "NotSent", reason: "It was too late." })
          : send({ ...request, sendBefore: never })
    )
  )

const mutationsOf = (kind: Kind): Mutations => ({
  [`a ${kind} is carried out once, for the amount that was asked, in every kind of currency`]: [
    {
      breaks: sending(kind, (send, request) =>
        request.currency === "JPY"
          ? Effect.succeed({ _tag: "Succeeded", providerReference: "none" })
          : send(request)
      ),
      says: /1250 JPY under \w+ is Succeeded, and backend\.modifications has none/
    },
    {
      of: later,
      breaks: sending(kind, (send, request) => Effect.map(send(request), hasten)),
      says: /has succeeded, and the provider has it pending\.$/
    }
  ],
  [`a ${kind} whose answer is lost or held is Unknown, and can be found out`]: [
    {
      breaks: sending(kind, (send, request) =>
        Effect.catchCause(send(request), () =>
          Effect.succeed({ _tag: "Failed" as const, rawCode: "broken" })
        )
      )
    },
    { of: later, breaks: findsEarly, says: /has succeeded, and the provider has it pending\.$/ },
    {
      of: "that captures, voids and refunds later, and can't be asked",
      breaks: sending(kind, (send, request) => Effect.map(send(request), hasten)),
      says: /has succeeded, and the provider has it pending\.$/
    }
  ],
  [`a ${kind} that is sent again under its reference is carried out once`]: [forgetful],
  [`a ${kind} is found by its kind and reference, and Absent by others`]: [
    {
      breaks: ({ lookupModification }) => ({
        lookupModification: (query) => lookupModification({ ...query, kind })
      })
    },
    { of: later, breaks: findsEarly, says: /has succeeded, and the provider has it pending\.$/ }
  ],
  [`no ${kind} is sent past sendBefore`]: [
    { breaks: sending(kind, (send, request) => send({ ...request, sendBefore: never })) }
  ],
  [`no ${kind} is sent where sendBefore passes while the connector waits to send`]: [
    {
      of: "that waits for an access token",
      breaks: looksOnce(kind),
      says: /^It was too late to send it, and yet there is a /
    }
  ]
})

const partMutation = (kind: "capture" | "refund"): Mutations => ({
  [`a ${kind} of a part takes that part`]: [
    {
      breaks: sending(kind, (send, request) => send({ ...request, amount: 1250n })),
      says: /^For the \w+ of 500 EUR under \w+ the provider has a \w+ of 1250 EUR\.$/
    }
  ]
})

/** Connectors that break the rules of captures, voids and refunds. */
export const modificationMutations: Mutations = {
  ...mutationsOf("capture"),
  ...mutationsOf("void"),
  ...mutationsOf("refund"),
  ...partMutation("capture"),
  ...partMutation("refund"),
  "a charge that was captured in part is found with all it held, and that part or none told": [
    {
      breaks: finding((found) =>
        found._tag === "Found" ? { ...found, amountCaptured: found.amount } : found
      )
    },
    {
      breaks: finding((found) =>
        found._tag === "Found" ? { ...found, amount: found.amountCaptured ?? 0n } : found
      )
    }
  ],
  "a refund of more than was taken is Failed, with a code, and gives nothing back": [
    {
      breaks: sending("refund", (send, request) =>
        send({ ...request, amount: request.amount / 2n })
      )
    }
  ]
}
