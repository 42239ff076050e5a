import { Effect, Schema } from "effect"
import { cancelSubscription } from "../../billing/subscriptions/cancelSubscription.ts"
import { SubscriptionNotPausable, SubscriptionUnpaid } from "../../billing/subscriptions/errors.ts"
import {
  pauseSubscription,
  resumeSubscription
} from "../../billing/subscriptions/pauseSubscription.ts"
import { CancelSubscription } from "../../billing/subscriptions/subscriptionInput.ts"
import { undoCancellation } from "../../billing/subscriptions/undoCancellation.ts"
import { updateSubscription } from "../../billing/subscriptions/updateSubscription.ts"
import type { PayerCredentials } from "../../checkout/sessions/SessionToken.ts"
import { named } from "../../kernel/codec/named.ts"
import { inputChecker } from "../../kernel/input/decodeInput.ts"
import { PaymentInstrumentId } from "../../kernel/primitives/PublicId.ts"
import { Timestamp } from "../../kernel/primitives/Timestamp.ts"
import { permittedVisit } from "../sessions/openVisit.ts"
import { asCustomer, onceMore } from "./asCustomer.ts"
import { liveInstrument } from "./changeInstruments.ts"
import { currentSubscription, ownSubscription } from "./subscriptions.ts"

const checkCancellation = inputChecker(CancelSubscription)

/**
 * Cancels a subscription of the customer, at the end of its period or at once. Each needs a
 * permission of its own. A repetition changes nothing.
 */
export const cancelPortalSubscription = Effect.fnUntraced(function* (
  credentials: PayerCredentials,
  id: string,
  input: CancelSubscription = {}
) {
  const given = yield* Effect.fromResult(checkCancellation(input))
  const permission = given.cancelAtPeriodEnd === false ? "cancel_now" : "cancel"
  const visit = yield* permittedVisit(credentials, permission)
  yield* ownSubscription(visit, id)
  const canceling = cancelSubscription(visit.caller, id, given, yield* onceMore)
  yield* asCustomer(visit, { operation: "portal.cancel", subject: id }, canceling)
  return yield* currentSubscription(visit, id)
})

/** Takes a planned cancellation back. A repetition changes nothing. */
export const undoPortalCancellation = Effect.fnUntraced(function* (
  credentials: PayerCredentials,
  id: string
) {
  const visit = yield* permittedVisit(credentials, "cancel")
  const { row } = yield* ownSubscription(visit, id)
  if (row.cancelAtPeriodEnd) {
    const undoing = undoCancellation(visit.caller, id, yield* onceMore)
    yield* asCustomer(visit, { operation: "portal.undoCancel", subject: id }, undoing)
  }
  return yield* currentSubscription(visit, id)
})

/** The input of a pause. */
export interface PausePortalSubscription {
  /**
   * The time at which it resumes by itself, in milliseconds since the epoch. Without it, the
   * customer resumes it.
   */
  readonly resumesAt?: number
}
export const PausePortalSubscription = Schema.Struct({
  resumesAt: Schema.optionalKey(Timestamp)
}).pipe(Schema.encodeKeys({ resumesAt: "resumes_at" }), named("PausePortalSubscription"))

const checkPause = inputChecker(PausePortalSubscription)

/**
 * Pauses a subscription of the customer. Its schedule moves by the length of the pause. A paused
 * subscription stays as it is, and one with an overdue amount is refused.
 */
export const pausePortalSubscription = Effect.fnUntraced(function* (
  credentials: PayerCredentials,
  id: string,
  input: PausePortalSubscription = {}
) {
  const given = yield* Effect.fromResult(checkPause(input))
  const visit = yield* permittedVisit(credentials, "pause")
  const { status } = (yield* ownSubscription(visit, id)).row
  if (status === "past_due") {
    return yield* new SubscriptionNotPausable({ subscription: id, status })
  }
  if (status !== "paused") {
    const pausing = pauseSubscription(visit.caller, id, given, yield* onceMore)
    yield* asCustomer(visit, { operation: "portal.pause", subject: id }, pausing)
  }
  return yield* currentSubscription(visit, id)
})

/**
 * Ends a pause of a subscription of the customer. A subscription that runs stays as it is, and one
 * that was paused because a cycle stayed unpaid is refused: the cycle is not charged any more.
 */
export const resumePortalSubscription = Effect.fnUntraced(function* (
  credentials: PayerCredentials,
  id: string
) {
  const visit = yield* permittedVisit(credentials, "pause")
  const { status, pause } = (yield* ownSubscription(visit, id)).row
  if (pause?.isUnpaid === true) return yield* new SubscriptionUnpaid({ subscription: id })
  if (status !== "trialing" && status !== "active" && status !== "past_due") {
    const resuming = resumeSubscription(visit.caller, id, yield* onceMore)
    yield* asCustomer(visit, { operation: "portal.resume", subject: id }, resuming)
  }
  return yield* currentSubscription(visit, id)
})

/** The input of a change of the card that is billed. */
export interface MovePortalSubscription {
  /** The id of a saved card of the customer. An overdue amount is charged to it at once. */
  readonly paymentInstrument: string
}
export const MovePortalSubscription = Schema.Struct({
  paymentInstrument: PaymentInstrumentId
}).pipe(
  Schema.encodeKeys({ paymentInstrument: "payment_instrument" }),
  named("MovePortalSubscription")
)

const checkMove = inputChecker(MovePortalSubscription)

/** Bills a subscription of the customer to another of their cards. */
export const movePortalSubscription = Effect.fnUntraced(function* (
  credentials: PayerCredentials,
  id: string,
  input: MovePortalSubscription
) {
  const given = yield* Effect.fromResult(checkMove(input))
  const visit = yield* permittedVisit(credentials, "payment_instruments")
  const { row } = yield* ownSubscription(visit, id)
  yield* liveInstrument(visit, given.paymentInstrument)
  if (row.paymentInstrument !== given.paymentInstrument) {
    const moving = updateSubscription(visit.caller, id, given, yield* onceMore)
    yield* asCustomer(visit, { operation: "portal.changeInstrument", subject: id }, moving)
  }
  return yield* currentSubscription(visit, id)
})
