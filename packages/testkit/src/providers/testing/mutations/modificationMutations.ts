import type { ModificationOutcome, ModificationRequest, PaymentProvider } from "@payloom/core"
import { Clock, Effect } from "effect"
import { type Kind, newReference } from "../../contract/requests.ts"
import type { SandboxShape } from "../sandboxShapes.ts"
import {
  type Break,
  cutAmount,
  finding,
  forgetful,
  foundAs,
  type Mutations,
  never
} from "./Mutation.ts"

const later: SandboxShape = "that captures, voids and refunds later"

/** Changes how a capture, void or refund is sent. */
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

/** Reports a queued modification as done. */
const hasten = (outcome: ModificationOutcome): ModificationOutcome =>
  outcome._tag === "Pending" ? { ...outcome, _tag: "Succeeded" } : outcome

/** Finds a queued modification as done. */
const findsEarly: Break = ({ lookupModification }) => ({
  lookupModification: (query) =>
    Effect.map(lookupModification(query), (found) =>
      found._tag === "Found" && found.state === "pending"
        ? { ...found, state: "succeeded" as const }
        : found
    )
})

/** Finds every modification as done. */
const findsDone: Break = ({ lookupModification }) => ({
  lookupModification: (query) =>
    Effect.map(lookupModification(query), (found) =>
      found._tag === "Found" ? { ...found, state: "succeeded" as const, rawCode: null } : found
    )
})

/** Reports a failed modification as done. */
const pretending = (send: PaymentProvider[Kind], request: ModificationRequest) =>
  Effect.map(
    send(request),
    (outcome): ModificationOutcome =>
      outcome._tag === "Failed" ? { _tag: "Succeeded", providerReference: "none" } : outcome
  )

/** Checks the deadline, then waits, and sends even if the deadline has passed. */
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

/** Recognizes a repeat by its reference and its deadline, which differs in each repeat. */
const keyedByDeadline = (kind: Kind): Break => {
  const first = new Map<string, number>()
  return sending(kind, (send, request) => {
    const { reference, sendBefore } = request
    first.set(reference, first.get(reference) ?? sendBefore)
    const isRecognized = first.get(reference) === sendBefore
    return send(isRecognized ? request : { ...request, reference: newReference(kind) })
  })
}

const mutationsOf = (kind: Kind): Mutations => ({
  [`a ${kind} is carried out once for the requested amount, in every kind of currency`]: [
    {
      breaks: sending(kind, (send, request) =>
        request.currency === "JPY"
          ? Effect.succeed({ _tag: "Succeeded", providerReference: "none" })
          : send(request)
      ),
      says: /2006 JPY under \w+ is Succeeded, but backend\.modifications has no entry/
    },
    {
      of: later,
      breaks: sending(kind, (send, request) => Effect.map(send(request), hasten)),
      says: /has succeeded, but the provider has it pending\.$/
    },
    {
      breaks: sending(kind, (send, request) => send({ ...request, amount: cutAmount(request) })),
      says: /^For the \w+ of 2006 EUR under \w+ the provider has a \w+ of 2005 EUR\.$/
    }
  ],
  [`a ${kind} whose answer is lost or held is Unknown and can be resolved`]: [
    {
      breaks: sending(kind, (send, request) =>
        Effect.catchCause(send(request), () =>
          Effect.succeed({ _tag: "Failed" as const, rawCode: "broken" })
        )
      )
    },
    { of: later, breaks: findsEarly, says: /has succeeded, but the provider has it pending\.$/ },
    {
      of: "that captures, voids and refunds later, and has no lookups",
      breaks: sending(kind, (send, request) => Effect.map(send(request), hasten)),
      says: /has succeeded, but the provider has it pending\.$/
    }
  ],
  [`a ${kind} that is sent again under its reference is carried out once`]: [
    forgetful,
    { breaks: keyedByDeadline(kind), says: /^For the \w+ of 1250 EUR under \w+ .*Failed/ }
  ],
  [`a ${kind} is found by its kind and reference, and is Absent under others`]: [
    {
      breaks: ({ lookupModification }) => ({
        lookupModification: (query) => lookupModification({ ...query, kind })
      })
    },
    { of: later, breaks: findsEarly, says: /has succeeded, but the provider has it pending\.$/ },
    {
      breaks: ({ lookupModification }) => ({
        lookupModification: (query) =>
          query.providerReference === null
            ? lookupModification(query)
            : Effect.succeed({ _tag: "Absent" })
      }),
      says: /, with the provider's reference \w+, the connector answered .*Absent/
    }
  ],
  [`a ${kind} is not sent after sendBefore`]: [
    { breaks: sending(kind, (send, request) => send({ ...request, sendBefore: never })) }
  ],
  [`a ${kind} is not sent if sendBefore passes while the connector waits to send`]: [
    {
      of: "that waits for an access token",
      breaks: looksOnce(kind),
      says: /^sendBefore had passed, but there is a /
    }
  ]
})

const partMutation = (kind: "capture" | "refund"): Mutations => ({
  [`a partial ${kind} moves only that part`]: [
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
  "a partly captured charge is found with the held amount, and the captured amount or none": [
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
  "a refund of more than the captured amount is Failed with a code, and refunds nothing": [
    {
      breaks: sending("refund", (send, request) =>
        send({ ...request, amount: request.amount / 2n })
      ),
      says: /^It was of twice the captured amount, but there is a refund of 1250 EUR under \w+\.$/
    },
    {
      breaks: findsDone,
      says: /, of twice the captured amount, .* the state succeeded\. Expected: failed or hold/
    },
    {
      of: "that accepts captures, voids and refunds, and decides later",
      breaks: findsDone,
      says: /, of twice the captured amount, .* succeeded\. Expected: failed or hold_expired\.$/
    },
    {
      of: "that accepts captures, voids and refunds, and decides later",
      breaks: sending("refund", (send, request) =>
        send({ ...request, amount: request.amount / 2n })
      )
    }
  ],
  "a hold that was voided can't be captured any more": [
    {
      breaks: sending("capture", pretending),
      says: /^For the capture of .*, of a charge that was voided before, .*Succeeded/
    },
    {
      breaks: findsDone,
      says: /, of a charge that was voided before, the connector answered the state succ/
    }
  ],
  "a hold that was captured can't be voided any more": [
    {
      breaks: sending("void", pretending),
      says: /^For the void of .*, of a charge that was captured before, .*Succeeded/
    },
    {
      of: "that accepts captures, voids and refunds, and decides later",
      breaks: findsDone,
      says: /, of a charge that was captured before, the connector answered the state succeeded/
    }
  ],
  "a voided hold is found as voided, with no captured amount": [
    {
      breaks: finding(foundAs("voided", "captured")),
      says: /^For the lookup of \w+, whose void is Succeeded, .* the state captured\. /
    },
    { breaks: finding(foundAs("voided", "authorized")) },
    { of: later, breaks: finding(foundAs("authorized", "captured")), says: /void is Pending, / },
    {
      breaks: finding((found) =>
        found._tag === "Found" && found.state === "voided"
          ? { ...found, amountCaptured: found.amount }
          : found
      ),
      says: /, whose void is Succeeded, .* the amountCaptured 1250\. Expected: 0\.$/
    }
  ],
  "a fully refunded charge is found as refunded, with the captured amount": [
    {
      breaks: finding(foundAs("refunded", "captured")),
      says: /, whose refund in full is Succeeded, the connector answered the state captured\. /
    },
    {
      breaks: finding((found) =>
        found._tag === "Found" && found.state === "refunded"
          ? { ...found, amountCaptured: 0n }
          : found
      ),
      says: /the amountCaptured 0\. Expected: 1250\.$/
    }
  ]
}
