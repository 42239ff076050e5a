import type { PaymentProvider, ProviderNotification } from "@payloom/core"
import { Clock, Effect } from "effect"
import {
  answering,
  type Break,
  declined,
  finding,
  forgetful,
  foundAs,
  type Mutations,
  never,
  telling
} from "./Mutation.ts"

/** Says of what was asked that it is what was charged. */
const echoes: Break = ({ charge }) => ({
  charge: (request) =>
    Effect.map(charge(request), (outcome) =>
      outcome._tag === "Approved" ? { ...outcome, amount: request.amount } : outcome
    )
})

const findsWhatWasAsked: Break = ({ lookup }) => ({
  lookup: (query) =>
    Effect.map(lookup(query), (found) =>
      found._tag === "Found" ? { ...found, amount: query.amount } : found
    )
})

const as1250 = (notification: ProviderNotification): ReadonlyArray<ProviderNotification> =>
  notification._tag === "Charge"
    ? [{ ...notification, charge: { ...notification.charge, amount: 1250n } }]
    : [notification]

/** Looks at the clock, waits, and sends whatever the time is by then. */
const looksOnce: Break = ({ charge }) => ({
  charge: Effect.fnUntraced(function* (request) {
    const isLate = (yield* Clock.currentTimeMillis) > request.sendBefore
    if (isLate) return { _tag: "NotSent", reason: "It was too late." } as const
    return yield* charge({ ...request, sendBefore: never })
  })
})

const tomorrowInSeconds = (): number => Math.floor(Date.now() / 1000) + 86_400

/** Connectors that break the rules of charges and lookups. */
export const chargeMutations: Mutations = {
  "a charge is made once, and the answer says what was taken": [
    {
      breaks: answering((outcome) =>
        outcome._tag === "Approved" ? { ...outcome, amount: outcome.amount + 1n } : outcome
      ),
      says: /the connector says 1251 EUR, and the provider has 1250 EUR\.$/
    },
    {
      breaks: answering((outcome) =>
        outcome._tag === "Approved" ? { ...outcome, captured: false } : outcome
      )
    }
  ],
  "amounts come back as they went, in currencies of no, two and three decimals": [
    {
      breaks: ({ charge }, harness) => {
        const hundredfold: PaymentProvider["charge"] = ({ amount, ...request }) =>
          charge({ ...request, amount: request.currency === "JPY" ? amount * 100n : amount })
        return echoes({ ...harness.provider, charge: hundredfold }, harness)
      },
      says: /^For the charge of 1 JPY under attempt_\w+ the provider has charged 100 JPY\.$/
    },
    {
      breaks: answering((outcome) =>
        outcome._tag === "Approved" && outcome.currency === "JPY"
          ? { ...outcome, amount: outcome.amount * 100n }
          : outcome
      ),
      says: /the connector says 100 JPY, and the provider has 1 JPY\.$/
    }
  ],
  "a charge of less than was asked is told as what it is, wherever it is told": [
    {
      breaks: echoes,
      says: /the connector says 1250 EUR, and the provider has 1249 EUR\.$/
    },
    {
      breaks: findsWhatWasAsked,
      says: /^Of attempt_\w+, when it is looked up, the connector says 1250 EUR, /
    },
    {
      breaks: telling(as1250),
      says: /^Of attempt_\w+, in a notification, the connector says 1250 EUR, /
    }
  ],
  "a check of a card is Approved for 0, and takes nothing": [
    {
      breaks: ({ charge }) => ({
        charge: (request) =>
          request.amount === 0n ? Effect.die(new Error("no amount")) : charge(request)
      }),
      says: /^To the charge of 0 EUR under \w+ the connector threw Error: no amount\.$/
    },
    {
      breaks: ({ charge }) => ({
        charge: (request) =>
          Effect.map(charge({ ...request, amount: 100n }), (outcome) =>
            outcome._tag === "Approved" ? { ...outcome, amount: 0n } : outcome
          )
      }),
      says: /^Of \w+, a check of a card, the connector says 0 EUR, and the provider has 100 EUR\.$/
    },
    {
      breaks: finding((found) => (found._tag === "Found" ? { ...found, amount: 1n } : found)),
      says: /, when it is looked up, the connector says 1 EUR, and the provider has 0 EUR\.$/
    }
  ],
  "a charge that is not to be captured is held, and says so, and until when": [
    { breaks: ({ charge }) => ({ charge: (request) => charge({ ...request, capture: true }) }) },
    {
      breaks: answering((outcome) =>
        outcome._tag === "Approved" ? { ...outcome, holdsUntil: tomorrowInSeconds() } : outcome
      ),
      says: /^To the charge of .* said that it holds until \d{10}, which has passed\.$/
    },
    {
      breaks: finding((found) =>
        found._tag === "Found" ? { ...found, holdsUntil: tomorrowInSeconds() } : found
      ),
      says: /^To the lookup of \w+ the connector said that it holds until \d{10}, /
    }
  ],
  "a reference charges once, however often it is sent, at once or later": [
    { ...forgetful, says: /^It was charged 5 times under attempt_\w+: 1250 EUR, .*1250 EUR\.$/ }
  ],
  "a charge whose answer is lost is Unknown, and can be found out": [
    {
      breaks: ({ charge }) => ({
        charge: (request) =>
          Effect.catchCause(charge(request), () => Effect.succeed(declined("connection_error")))
      }),
      says: /whose answer was lost, the connector said .*Declined.*, where Unknown is right\.$/
    }
  ],
  "a charge that nobody answers waits until it is given up, and can be found out": [
    {
      breaks: ({ charge }) => ({
        charge: (request) =>
          Effect.as(Effect.forkDetach(charge(request), { startImmediately: true }), {
            _tag: "Unknown",
            reason: "it has better things to do"
          })
      })
    }
  ],
  "a charge that never left is said to be NotSent, or Unknown, and nothing else": [
    {
      breaks: answering((outcome) => (outcome._tag === "NotSent" ? declined("offline") : outcome))
    }
  ],
  "nothing is charged past sendBefore": [
    {
      breaks: ({ charge }) => ({ charge: (request) => charge({ ...request, sendBefore: never }) }),
      says: /^It was too late to send it, and yet 1250 EUR was charged under attempt_/
    }
  ],
  "nothing is charged where sendBefore passes while the connector waits to send": [
    { of: "that waits for an access token", breaks: looksOnce }
  ],
  "a decline is Declined, charges nothing, and its code means what it should": [
    {
      breaks: answering((outcome) =>
        outcome._tag === "Declined" ? { ...outcome, rawCode: "declined" } : outcome
      ),
      says: /^What is declined as nsf was Declined with the rawCode "declined"\.$/
    },
    {
      breaks: ({ declines: { version, meanings } }) => {
        const [hard, soft] = [meanings.stolen_card, meanings.nsf]
        return hard === undefined || soft === undefined
          ? {}
          : { declines: { version, meanings: { ...meanings, nsf: hard, stolen_card: soft } } }
      },
      says: /^The code nsf means card_declined, where insufficient_funds is right\.$/
    }
  ],
  "a rejected account is AccountUnavailable, which is no decline, and charges nothing": [
    {
      breaks: answering((outcome) =>
        outcome._tag === "AccountUnavailable" ? declined("revoked") : outcome
      )
    }
  ],
  "a charge that is decided later is Pending, and no decline until then": [
    {
      breaks: answering((outcome) => (outcome._tag === "Pending" ? declined("pending") : outcome))
    }
  ],
  "canCharge says true of what the account charges, and false of what it can't": [
    {
      of: "that charges cards by tokens of its own",
      breaks: () => ({ canCharge: () => true }),
      says: /^canCharge says true of sources\.foreign\.$/
    },
    {
      breaks: () => ({ canCharge: () => true }),
      says: /^canCharge says true of a method that nobody has heard of\.$/
    },
    { breaks: () => ({ canCharge: () => false }), says: /^canCharge says false of sources\./ }
  ],
  "a charge is found by our reference, with the provider's own or without it": [
    {
      breaks: ({ lookup }) => ({
        lookup: (query) =>
          query.providerReference === null ? Effect.succeed({ _tag: "Absent" }) : lookup(query)
      })
    }
  ],
  "a charge that was never sent is Absent, though another is just like it": [
    {
      breaks: ({ charge, lookup }) => {
        let last = ""
        return {
          charge: (request) => {
            last = request.reference
            return charge(request)
          },
          lookup: (query) => lookup({ ...query, reference: last })
        }
      }
    }
  ],
  "a charge that was declined is found declined, or is Absent": [
    { breaks: finding(foundAs("declined", "captured")) }
  ]
}
