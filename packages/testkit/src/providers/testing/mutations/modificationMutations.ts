import type { ModificationOutcome, ModificationRequest, PaymentProvider } from "@payloom/core"
import { Clock, Effect } from "effect"
import type { Kind } from "../../contract/requests.ts"
import type { SandboxShape } from "../sandboxShapes.ts"
import { type Break, finding, forgetful, foundAs, type Mutations, never } from "./Mutation.ts"

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

/** Finds whatever it finds to be done. */
const findsDone: Break = ({ lookupModification }) => ({
  lookupModification: (query) =>
    Effect.map(lookupModification(query), (found) =>
      found._tag === "Found" ? { ...found, state: "succeeded" as const, rawCode: null } : found
    )
})

/** Says of what failed that it is done. */
const pretending = (send: PaymentProvider[Kind], request: ModificationRequest) =>
  Effect.map(
    send(request),
    (outcome): ModificationOutcome =>
      outcome._tag === "Failed" ? { _tag: "Succeeded", providerReference: "none" } : outcome
  )

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
      ),
      says: /^It was of twice what was taken, and yet there is a refund of 1250 EUR under \w+\.$/
    },
    {
      breaks: findsDone,
      says: /, of twice what was taken, .* it is succeeded, where failed or hold/
    },
    {
      of: "that accepts captures, voids and refunds, and decides later",
      breaks: findsDone,
      says: /, of twice what was taken, .* it is succeeded, where failed or hold_expired is right/
    },
    {
      of: "that accepts captures, voids and refunds, and decides later",
      breaks: sending("refund", (send, request) =>
        send({ ...request, amount: request.amount / 2n })
      )
    }
  ],
  "a hold that was voided is not captured any more": [
    {
      breaks: sending("capture", pretending),
      says: /^To the capture of .*, of what was voided before, the connector said .*Succeeded/
    },
    { breaks: findsDone, says: /, of what was voided before, the connector said that it is succ/ }
  ],
  "a hold that was captured is not voided any more": [
    {
      breaks: sending("void", pretending),
      says: /^To the void of .*, of what was captured before, the connector said .*Succeeded/
    },
    {
      of: "that accepts captures, voids and refunds, and decides later",
      breaks: findsDone,
      says: /, of what was captured before, the connector said that it is succeeded/
    }
  ],
  "a hold that was voided is found voided, with nothing taken": [
    {
      breaks: finding(foundAs("voided", "captured")),
      says: /^To the lookup of \w+, whose void is Succeeded, .* said that it is captured, /
    },
    { breaks: finding(foundAs("voided", "authorized")) },
    { of: later, breaks: finding(foundAs("authorized", "captured")), says: /void is Pending, / },
    {
      breaks: finding((found) =>
        found._tag === "Found" && found.state === "voided"
          ? { ...found, amountCaptured: found.amount }
          : found
      ),
      says: /, whose void is Succeeded, .* the amountCaptured 1250, where 0 is right\.$/
    }
  ],
  "a charge that was refunded in full is found refunded, with all that was taken": [
    {
      breaks: finding(foundAs("refunded", "captured")),
      says: /, whose refund in full is Succeeded, the connector said that it is captured, /
    },
    {
      breaks: finding((found) =>
        found._tag === "Found" && found.state === "refunded"
          ? { ...found, amountCaptured: 0n }
          : found
      ),
      says: /the amountCaptured 0, where 1250 was taken\.$/
    }
  ]
}
