import { Clock, Effect, Schema } from "effect"
import type { CheckoutSession } from "../../checkout/sessions/CheckoutSession.ts"
import {
  openSession,
  type SessionPurpose,
  sessionReads
} from "../../checkout/sessions/openSession.ts"
import { recoverySession } from "../../checkout/sessions/recoverySession.ts"
import type { PayerCredentials } from "../../checkout/sessions/SessionToken.ts"
import { named } from "../../kernel/codec/named.ts"
import { type WireCodec, wireCodec } from "../../kernel/codec/WireCodec.ts"
import { minuteMs } from "../../kernel/primitives/durations.ts"
import { CheckoutSessionId } from "../../kernel/primitives/PublicId.ts"
import { Timestamp } from "../../kernel/primitives/Timestamp.ts"
import { claimKeyReading } from "../../platform/idempotency/claimKey.ts"
import { InFlightWork } from "../../platform/jobs/InFlightWork.ts"
import { permittedVisit, type Visit } from "../sessions/openVisit.ts"
import { asCustomer, onceMore } from "./asCustomer.ts"
import { ownSubscription } from "./subscriptions.ts"

/** A checkout session in which the customer enters a card, to show within the portal. */
export interface PortalCheckout {
  readonly object: "portal_checkout"
  /** The id of the checkout session. */
  readonly checkoutSession: CheckoutSessionId
  /** The token of the checkout session, for the operations of payers. */
  readonly sessionToken: string
  /** The time at which it ends unless it is paid, in milliseconds since the epoch. */
  readonly expiresAt: number
}

/** A checkout session of the portal as it is read from the wire. */
export const PortalCheckout = Schema.Struct({
  object: Schema.Literal("portal_checkout"),
  checkoutSession: CheckoutSessionId,
  sessionToken: Schema.String,
  expiresAt: Timestamp
}).pipe(
  Schema.encodeKeys({
    checkoutSession: "checkout_session",
    sessionToken: "session_token",
    expiresAt: "expires_at"
  }),
  named("PortalCheckout")
)

export const portalCheckoutCodec: WireCodec<PortalCheckout> = wireCodec(PortalCheckout)

/** A short life, because an open session is in the way of an erasure of its customer. */
const lifeMs = 30 * minuteMs

/**
 * Opens a checkout session that charges nothing and saves the card for the customer. The card is
 * saved in the commit in which the session succeeds.
 */
export const addPortalInstrument = Effect.fnUntraced(function* (credentials: PayerCredentials) {
  const visit = yield* permittedVisit(credentials, "payment_instruments")
  const { scope, session, customer } = visit
  const call = { operation: "portal.addInstrument", subject: customer.id }
  const opening = Effect.gen(function* () {
    const underway = yield* InFlightWork
    const request = { endpoint: "addPortalInstrument", options: yield* onceMore, input: session.id }
    return yield* underway.finish(
      claimKeyReading(
        { ...visit.caller, ...request },
        sessionReads(scope),
        (claim, moment, [account, table]) =>
          Effect.gen(function* () {
            const purpose: SessionPurpose = {
              mode: "payment",
              amount: 0n,
              currency: account.row.settings.defaultCurrency,
              interval: null,
              description: null,
              lineItems: [],
              customer: customer.id,
              allowedMethods: ["card"],
              storedCredential: { usage: "recurring" },
              savesCard: true
            }
            const page = { ...pageOf(visit), expiresAt: moment.now + lifeMs }
            const toOpen = { scope, account, table, page, purpose, seen: [] }
            return yield* openSession(toOpen, claim, moment)
          })
      )
    )
  })
  const claimed = yield* asCustomer(visit, call, opening)
  return yield* opened(claimed._tag === "Begun" ? claimed.value.value : null)
})

/**
 * Opens a checkout session that pays the oldest overdue cycle of a subscription of the customer.
 * The subscription continues on the card that pays.
 */
export const payPortalOverdue = Effect.fnUntraced(function* (
  credentials: PayerCredentials,
  id: string
) {
  const visit = yield* permittedVisit(credentials, "pay_overdue")
  yield* ownSubscription(visit, id)
  const options = yield* onceMore
  const page = { ...pageOf(visit), expiresAt: (yield* Clock.currentTimeMillis) + lifeMs }
  const opening = recoverySession(visit.caller, id, page, options)
  const call = { operation: "portal.payOverdue", subject: id }
  return yield* opened((yield* asCustomer(visit, call, opening)).value)
})

const pageOf = ({ session: { template, locale } }: Visit) => ({
  ...(template === null ? {} : { template }),
  ...(locale === null ? {} : { locale })
})

/** Every call has a key of its own, so its answer always has the token. */
const opened = (session: CheckoutSession | null): Effect.Effect<PortalCheckout> => {
  const { id, sessionToken, expiresAt } = session ?? {}
  if (id === undefined || sessionToken === undefined || expiresAt === undefined) {
    return Effect.die(new Error("The checkout session of a portal has no token."))
  }
  return Effect.succeed({
    object: "portal_checkout",
    checkoutSession: id,
    sessionToken,
    expiresAt
  })
}
