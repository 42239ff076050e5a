import type { ModificationOutcome, ModificationRequest, PaymentProvider } from "@payloom/core"
import { Effect } from "effect"
import type { Kind } from "../../contract/requests.ts"
import type { Breakdown } from "../../ProviderHarness.ts"
import { type Break, declined, type Mutations, takingBroken } from "./Mutation.ts"

const isStatus = (how: Breakdown): boolean => typeof how === "number"
const is = (way: Breakdown) => (how: Breakdown) => how === way
const any = () => true

const notSent = { _tag: "NotSent", reason: "it was an error" } as const
const absent = { _tag: "Absent" } as const
const failed = { _tag: "Failed", rawCode: "error" } as const

/** Says of a call, after so long, that it was never sent. */
const impatient = <A>(call: Effect.Effect<A>): Effect.Effect<A | typeof notSent> =>
  Effect.raceFirst(call, Effect.as(Effect.sleep(20), notSent))

/** Takes what broke a charge for something else. */
const charging =
  (
    change: (call: ReturnType<PaymentProvider["charge"]>) => ReturnType<PaymentProvider["charge"]>
  ) =>
  ({ charge }: PaymentProvider): Partial<PaymentProvider> => ({
    charge: (request) => change(charge(request))
  })

const sending =
  (
    kind: Kind,
    change: (call: Effect.Effect<ModificationOutcome>) => Effect.Effect<ModificationOutcome>
  ): Break =>
  (provider) => ({ [kind]: (request: ModificationRequest) => change(provider[kind](request)) })

const mutationsOf = (kind: Kind): Mutations => ({
  [`a ${kind} that is done, and answered HTTP 5xx, is Unknown and can be found out`]: [
    {
      breaks: sending(kind, takingBroken(isStatus, failed)),
      says: /^To the \w+ of 1250 EUR under \w+, made and answered HTTP 500, .*"Failed"/
    }
  ],
  [`a ${kind} in a breakdown has not Failed, and is Unknown where it may have been done`]: [
    {
      breaks: sending(kind, takingBroken(is("refusesConnection"), failed)),
      says: /, while no connection was made, the connector said .* Unknown or NotSent is right\.$/
    },
    { breaks: sending(kind, takingBroken(is(504), notSent)), says: /all was answered HTTP 504, / }
  ],
  [`a ${kind} that is looked up in a breakdown is Unavailable, which is not Absent`]: [
    {
      breaks: ({ lookupModification }) => ({
        lookupModification: (query) => takingBroken(isStatus, absent)(lookupModification(query))
      }),
      says: /^To the lookup of the \w+ of 1250 EUR under \w+, while all was answered HTTP 500, /
    }
  ]
})

/** Connectors that make something else of what broke. */
export const breakdownMutations: Mutations = {
  "what moves money is not given up on a time-out of the connector's own": [
    {
      breaks: charging(impatient),
      says: /^To the charge of .*, held for 60 ms, the connector said .*NotSent.* never answered\.$/
    },
    { breaks: sending("capture", impatient), says: /^To the capture of .*, held for 60 ms, / },
    { breaks: sending("void", impatient), says: /^To the void of .*, held for 60 ms, / },
    { breaks: sending("refund", impatient), says: /^To the refund of .*, held for 60 ms, / }
  ],
  "a charge that is made, and answered HTTP 5xx, is Unknown and can be found out": [
    {
      breaks: charging(takingBroken(isStatus, notSent)),
      says: /, made and answered HTTP 500, the connector said .* Unknown or Approved is right\.$/
    },
    { breaks: charging(takingBroken(isStatus, declined("error"))) }
  ],
  "a charge in a breakdown is no decline, and Unknown where it may have been made": [
    {
      breaks: charging(takingBroken(is(502), notSent)),
      says: /, while all was answered HTTP 502, the connector said .* where Unknown is right\.$/
    },
    {
      breaks: charging(takingBroken(is("breaksConnection"), notSent)),
      says: /, while every connection broke, /
    },
    { breaks: charging(takingBroken(is("refusesConnection"), declined("offline"))) },
    {
      breaks: charging(takingBroken(is(429), declined("busy"))),
      says: /answered HTTP 429, .* where Unknown or NotSent or AccountUnavailable is right\.$/
    }
  ],
  ...mutationsOf("capture"),
  ...mutationsOf("void"),
  ...mutationsOf("refund"),
  "a charge that is looked up in a breakdown is Unavailable, which is not Absent": [
    {
      breaks: ({ lookup }) => ({
        lookup: (query) => takingBroken(any, absent)(lookup(query))
      }),
      says: /^To the lookup of \w+, while no connection was made, .* where Unavailable is right\.$/
    },
    {
      breaks: ({ lookup }) => ({
        lookup: (query) =>
          query.providerReference === null
            ? lookup(query)
            : takingBroken(is(401), absent)(lookup(query))
      }),
      says: /^To the lookup of \w+, while all was answered HTTP 401, /
    }
  ],
  "a charge that waits for its payer is not Canceled in a breakdown": [
    {
      breaks: ({ cancel }) => ({
        cancel: (of) => takingBroken(any, { _tag: "Canceled" } as const)(cancel(of))
      }),
      says: /^To the cancel of \w+, while no connection was made, .* where NotCanceled is right\.$/
    }
  ],
  "a charge that is resumed in a breakdown stays open, and can be resumed again": [
    {
      of: "that is told what payers bring back",
      breaks: ({ resume }) =>
        resume === undefined
          ? {}
          : {
              resume: (request) => takingBroken(any, declined("error"))(resume(request))
            },
      says: /^To the resume of \w+, while no connection was made, the connector said .*Declined/
    }
  ]
}
