import { decryptedWalletOf, type PaymentProvider, type ProviderNotification } from "@payloom/core"
import { Clock, Effect } from "effect"
import { newReference } from "../../contract/requests.ts"
import {
  answering,
  type Break,
  cutAmount,
  declined,
  finding,
  forgetful,
  foundAs,
  type Mutations,
  never,
  telling
} from "./Mutation.ts"

/** Reports the requested amount in place of the charged amount. */
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

/** Checks the deadline, then waits, and sends even if the deadline has passed. */
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
  "a network token is charged once, with a cryptogram and without one": [
    {
      breaks: ({ charge }) => ({
        charge: (request) =>
          request.initiator === "merchant"
            ? Effect.succeed(declined("no_cryptogram"))
            : charge(request)
      }),
      says: /no_cryptogram.*Expected: Approved\.$/
    },
    {
      breaks: ({ charge }) => ({
        charge: (request) =>
          request.initiator === "merchant" &&
          request.source._tag === "Vaulted" &&
          request.source.usesNetworkToken === true
            ? Effect.succeed({ _tag: "AccountUnavailable", reason: "No.", rawCode: "no" })
            : charge(request)
      }),
      says: /Expected: AccountUnavailable\.$/
    }
  ],
  "a refused network token is a decline that asks for the card's number, which is charged": [
    {
      breaks: ({ charge }) => ({
        charge: (request) =>
          charge({ ...request, source: { ...request.source, usesNetworkToken: true } as never })
      }),
      says: /Expected: Approved\.$/
    },
    {
      breaks: ({ declines }) => ({ declines: { ...declines, meanings: {} } }),
      says: /has the decision stop\. Expected: card_number\.$/
    }
  ],
  "a decrypted wallet is charged once, if its provider lists it": [
    {
      breaks: ({ charge }) => ({
        charge: (request) =>
          decryptedWalletOf(request.source) === null
            ? charge(request)
            : Effect.succeed(declined("no_cryptogram"))
      }),
      says: /no_cryptogram.*Expected: Approved\.$/
    },
    {
      breaks: ({ capabilities }) => ({
        capabilities: { ...capabilities, decryptedWallets: ["apple_pay"] }
      }),
      says: /has the wallet sandbox_wallet, but the capabilities list apple_pay\.$/
    }
  ],
  "a charge is made once, and the answer has the charged amount": [
    {
      breaks: answering((outcome) =>
        outcome._tag === "Approved" ? { ...outcome, amount: outcome.amount + 1n } : outcome
      ),
      says: /the connector reports 1251 EUR, but the provider has 1250 EUR\.$/
    },
    {
      breaks: answering((outcome) =>
        outcome._tag === "Approved" ? { ...outcome, captured: false } : outcome
      )
    }
  ],
  "amounts are read back unchanged, in currencies with zero, two and three decimals": [
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
      says: /the connector reports 100 JPY, but the provider has 1 JPY\.$/
    },
    {
      breaks: ({ charge }) => ({
        charge: (request) => charge({ ...request, amount: cutAmount(request) })
      }),
      says: /^For the charge of 2006 EUR under attempt_\w+ the provider has charged 2005 EUR\.$/
    },
    {
      breaks: telling((notification) =>
        notification._tag === "Charge" && notification.charge.currency === "JPY"
          ? [
              {
                ...notification,
                charge: { ...notification.charge, amount: notification.charge.amount * 100n }
              }
            ]
          : [notification]
      ),
      says: /, in a notification, the connector reports 100 JPY, but the provider has 1 JPY\.$/
    }
  ],
  "a charge of less than the requested amount is reported with its real amount everywhere": [
    {
      breaks: echoes,
      says: /the connector reports 1250 EUR, but the provider has 1249 EUR\.$/
    },
    {
      breaks: findsWhatWasAsked,
      says: /^For attempt_\w+, in a lookup, the connector reports 1250 EUR, /
    },
    {
      breaks: telling(as1250),
      says: /^For attempt_\w+, in a notification, the connector reports 1250 EUR, /
    }
  ],
  "a check of a card is Approved for 0, and takes nothing": [
    {
      breaks: ({ charge }) => ({
        charge: (request) =>
          request.amount === 0n ? Effect.die(new Error("no amount")) : charge(request)
      }),
      says: /^For the charge of 0 EUR under \w+ the connector threw Error: no amount\.$/
    },
    {
      breaks: ({ charge }) => ({
        charge: (request) =>
          Effect.map(charge({ ...request, amount: 100n }), (outcome) =>
            outcome._tag === "Approved" ? { ...outcome, amount: 0n } : outcome
          )
      }),
      says: /^For \w+, a check of a card, .* reports 0 EUR, but the provider has 100 EUR\.$/
    },
    {
      breaks: finding((found) => (found._tag === "Found" ? { ...found, amount: 1n } : found)),
      says: /, in a lookup, the connector reports 1 EUR, but the provider has 0 EUR\.$/
    }
  ],
  "a charge without capture is held, and its answer says until when": [
    { breaks: ({ charge }) => ({ charge: (request) => charge({ ...request, capture: true }) }) },
    {
      breaks: answering((outcome) =>
        outcome._tag === "Approved" ? { ...outcome, holdsUntil: tomorrowInSeconds() } : outcome
      ),
      says: /^For the charge of .* answered that it holds until \d{10}, which has passed\.$/
    },
    {
      breaks: finding((found) =>
        found._tag === "Found" ? { ...found, holdsUntil: tomorrowInSeconds() } : found
      ),
      says: /^For the lookup of \w+ the connector answered that it holds until \d{10}, /
    }
  ],
  "charges with one reference are made once, sent concurrently or later": [
    { ...forgetful, says: /^It was charged 5 times under attempt_\w+: 1250 EUR, .*1250 EUR\.$/ },
    {
      breaks: ({ charge }) => ({
        charge: (request) =>
          charge(request.isResent === true ? { ...request, reference: newReference() } : request)
      }),
      says: /^Repeats of attempt_\w+ have different references of the provider: \w+, \w+\.$/
    }
  ],
  "a charge whose answer is lost is Unknown and can be resolved": [
    {
      breaks: ({ charge }) => ({
        charge: (request) =>
          Effect.catchCause(charge(request), () => Effect.succeed(declined("connection_error")))
      }),
      says: /whose answer was lost, the connector answered .*Declined.*\. Expected: Unknown\.$/
    }
  ],
  "a charge without an answer waits until it is interrupted, and can be resolved": [
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
  "a charge that was never sent is NotSent or Unknown": [
    {
      breaks: answering((outcome) => (outcome._tag === "NotSent" ? declined("offline") : outcome))
    }
  ],
  "a charge is not sent after sendBefore": [
    {
      breaks: ({ charge }) => ({ charge: (request) => charge({ ...request, sendBefore: never }) }),
      says: /^sendBefore had passed, but 1250 EUR was charged under attempt_/
    }
  ],
  "a charge is not sent if sendBefore passes while the connector waits to send": [
    { of: "that waits for an access token", breaks: looksOnce }
  ],
  "a decline is Declined, charges nothing, and its code has the right meaning": [
    {
      breaks: answering((outcome) =>
        outcome._tag === "Declined" ? { ...outcome, rawCode: "declined" } : outcome
      ),
      says: /^The source declined as nsf was Declined with the rawCode "declined"\.$/
    },
    {
      breaks: ({ declines: { version, meanings } }) => {
        const [hard, soft] = [meanings.stolen_card, meanings.nsf]
        return hard === undefined || soft === undefined
          ? {}
          : { declines: { version, meanings: { ...meanings, nsf: hard, stolen_card: soft } } }
      },
      says: /^The code nsf means card_declined\. Expected: insufficient_funds\.$/
    }
  ],
  "a rejected account is AccountUnavailable, not Declined, and charges nothing": [
    {
      breaks: answering((outcome) =>
        outcome._tag === "AccountUnavailable" ? declined("revoked") : outcome
      )
    }
  ],
  "a charge that is decided later is Pending, not Declined": [
    {
      breaks: answering((outcome) => (outcome._tag === "Pending" ? declined("pending") : outcome))
    },
    {
      of: "that decides every charge later",
      breaks: finding(foundAs("pending", "captured")),
      says: /^For the lookup of \w+ the connector answered the state captured\. Expected: pend/
    }
  ],
  "canCharge returns true for sources that the account can charge, and false for others": [
    {
      of: "that charges cards by tokens of its own",
      breaks: () => ({ canCharge: () => true }),
      says: /^canCharge returns true for sources\.foreign\.$/
    },
    {
      breaks: () => ({ canCharge: () => true }),
      says: /^canCharge returns true for an unknown method\.$/
    },
    { breaks: () => ({ canCharge: () => false }), says: /^canCharge returns false for sources\./ }
  ]
}
