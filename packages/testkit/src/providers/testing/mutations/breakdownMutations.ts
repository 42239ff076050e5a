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
const emptyPage = { _tag: "Listed", changes: [], cursor: null } as const
const failed = { _tag: "Failed", rawCode: "error" } as const

/** Answers after a timeout that the call was never sent. */
const impatient = <A>(call: Effect.Effect<A>): Effect.Effect<A | typeof notSent> =>
  Effect.raceFirst(call, Effect.as(Effect.sleep(20), notSent))

/** Misreads the error of a charge. */
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
  [`a ${kind} that is done but answered with an error is Unknown and can be resolved`]: [
    {
      breaks: sending(kind, takingBroken(isStatus, failed)),
      says: /^For the \w+ of 1250 EUR under \w+, made but answered with HTTP 500, .*"Failed"/
    }
  ],
  [`a ${kind} in a breakdown is not Failed, and is Unknown if it may have been done`]: [
    {
      breaks: sending(kind, takingBroken(is("refusesConnection"), failed)),
      says: /, while no connection was made, the .* Expected: Unknown or NotSent\.$/
    },
    {
      breaks: sending(kind, takingBroken(is(504), notSent)),
      says: /every call was answered with HTTP 504, /
    }
  ],
  [`a lookup of a ${kind} in a breakdown is Unavailable, not Absent`]: [
    {
      breaks: ({ lookupModification }) => ({
        lookupModification: (query) => takingBroken(isStatus, absent)(lookupModification(query))
      }),
      says: /^For the lookup of the \w+ of 1250 EUR .*, while every call was answered with HTTP 500/
    }
  ]
})

/** Connectors that misread errors in a breakdown. */
export const breakdownMutations: Mutations = {
  "a call that moves money has no timeout of the connector's own": [
    {
      breaks: charging(impatient),
      says: /^For the charge of .*, held for 60 ms, the connector .*NotSent.* never answered\.$/
    },
    { breaks: sending("capture", impatient), says: /^For the capture of .*, held for 60 ms, / },
    { breaks: sending("void", impatient), says: /^For the void of .*, held for 60 ms, / },
    { breaks: sending("refund", impatient), says: /^For the refund of .*, held for 60 ms, / }
  ],
  "a charge that is made but answered with an error is Unknown and can be resolved": [
    {
      breaks: charging(takingBroken(isStatus, notSent)),
      says: /, made but answered with HTTP 500, the .* Expected: Unknown or Approved\.$/
    },
    { breaks: charging(takingBroken(isStatus, declined("error"))) },
    {
      breaks: charging(takingBroken(is(409), declined("duplicate"))),
      says: /, made but answered with HTTP 409, the .* Expected: Unknown or Approved\.$/
    }
  ],
  "a charge in a breakdown is not Declined, and is Unknown if it may have been made": [
    {
      breaks: charging(takingBroken(is(502), notSent)),
      says: /, while every call was answered with HTTP 502, the .* Expected: Unknown\.$/
    },
    {
      breaks: charging(takingBroken(is("breaksConnection"), notSent)),
      says: /, while every connection broke, /
    },
    { breaks: charging(takingBroken(is("refusesConnection"), declined("offline"))) },
    {
      breaks: charging(takingBroken(is(429), declined("busy"))),
      says: /answered with HTTP 429, .* Expected: Unknown or NotSent or AccountUnavailable\.$/
    }
  ],
  ...mutationsOf("capture"),
  ...mutationsOf("void"),
  ...mutationsOf("refund"),
  "a lookup of a charge in a breakdown is Unavailable, not Absent": [
    {
      breaks: ({ lookup }) => ({
        lookup: (query) => takingBroken(any, absent)(lookup(query))
      }),
      says: /^For the lookup of \w+, while no connection was made, .* Expected: Unavailable\.$/
    },
    {
      breaks: ({ lookup }) => ({
        lookup: (query) =>
          query.providerReference === null
            ? lookup(query)
            : takingBroken(is(401), absent)(lookup(query))
      }),
      says: /^For the lookup of \w+, while every call was answered with HTTP 401, /
    },
    {
      breaks: ({ lookup }) => ({ lookup: (query) => takingBroken(is(404), absent)(lookup(query)) }),
      says: /^For the lookup of \w+, while every call was answered with HTTP 404, /
    },
    {
      breaks: ({ lookup }) => ({ lookup: (query) => takingBroken(is(200), absent)(lookup(query)) }),
      says: /^For the lookup of \w+, while every call was answered with HTTP 200, /
    }
  ],
  "a list of changes in a breakdown is Unavailable, not an empty page": [
    {
      breaks: ({ listChanges }) =>
        listChanges === undefined
          ? {}
          : { listChanges: (query) => takingBroken(any, emptyPage)(listChanges(query)) },
      says: /^For the list of changes, while no connection was made, .* Expected: Unavailable\.$/
    }
  ],
  "a charge that waits for its payer is not Canceled in a breakdown": [
    {
      breaks: ({ cancel }) => ({
        cancel: (of) => takingBroken(any, { _tag: "Canceled" } as const)(cancel(of))
      }),
      says: /^For the cancel of \w+, while no connection was made, .* Expected: NotCanceled\.$/
    }
  ],
  "a charge that is resumed in a breakdown stays open, and can be resumed again": [
    {
      of: "that needs the payer's return data",
      breaks: ({ resume }) =>
        resume === undefined
          ? {}
          : {
              resume: (request) => takingBroken(any, declined("error"))(resume(request))
            },
      says: /^For the resume of \w+, while no connection was made, the connector .*Declined/
    }
  ]
}
