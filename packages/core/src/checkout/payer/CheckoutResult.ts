import { Schema } from "effect"
import { type WireCodec, wireCodec } from "../../kernel/codec/WireCodec.ts"
import type { Named } from "../../kernel/primitives/Named.ts"
import { openEnum } from "../../kernel/primitives/openEnum.ts"
import { PaymentId, ThreeDsSessionId } from "../../kernel/primitives/PublicId.ts"
import { Timestamp } from "../../kernel/primitives/Timestamp.ts"
import type { AttemptRecord } from "../../payments/charges/Attempt.ts"
import type { PaymentRecord } from "../../payments/charges/Payment.ts"
import { Decline } from "../../providers/Decline.ts"
import type { CheckoutSessionRecord } from "../sessions/CheckoutSession.ts"
import type { ThreeDsSession } from "../three-ds/ThreeDsSession.ts"

/** Open for reading, closed for meaning. After `declined` the payer may try again. */
export const CheckoutResultStatus = Schema.Literals([
  "requires_payment",
  "requires_action",
  "processing",
  "succeeded",
  "declined",
  "failed",
  "expired",
  "canceled"
])
export type CheckoutResultStatus = Named<typeof CheckoutResultStatus.Type>

/** The issuer's page, to be shown within the merchant's; a second confirm names the session. */
export interface ChallengeAction {
  readonly type: "three_ds_challenge"
  readonly mode: "embedded"
  /** What the second confirm names as `threeDsSessionId`. */
  readonly session: ThreeDsSessionId
  /** The issuer's page. */
  readonly url: string
}
const ChallengeAction = Schema.Struct({
  type: Schema.Literal("three_ds_challenge"),
  mode: Schema.Literal("embedded"),
  session: ThreeDsSessionId,
  url: Schema.String
})

/** An address that the payer has to go to, which sends them back to `returnUrl`. */
export interface RedirectAction {
  readonly type: "redirect"
  /** Where the payer goes. */
  readonly url: string
}
const RedirectAction = Schema.Struct({ type: Schema.Literal("redirect"), url: Schema.String })

/** What the payer has to do by themselves, under which reference and until when. */
export interface InstructionsAction {
  readonly type: "instructions"
  /** For the payer to read. */
  readonly text: string
  /** To be named with the money. */
  readonly reference: string
  /** Until when, in milliseconds since the epoch. */
  readonly expiresAt: number
}
const InstructionsAction = Schema.Struct({
  type: Schema.Literal("instructions"),
  text: Schema.String,
  reference: Schema.String,
  expiresAt: Timestamp
}).pipe(Schema.encodeKeys({ expiresAt: "expires_at" }))

/** What the provider's own script does on the page, which reports what came of it. */
export interface ClientSideAction {
  readonly type: "client_side"
  /** What the provider calls it: the page has a handler for it. */
  readonly kind: string
  /** What that handler is given. */
  readonly payload: Schema.Json
}
const ClientSideAction = Schema.Struct({
  type: Schema.Literal("client_side"),
  kind: Schema.String,
  payload: Schema.Json
})

/** What the payer has to do before a payment can go on. */
export type CheckoutAction =
  | ChallengeAction
  | RedirectAction
  | InstructionsAction
  | ClientSideAction
const CheckoutAction = Schema.Union([
  ChallengeAction,
  RedirectAction,
  InstructionsAction,
  ClientSideAction
])

/** How a session's payment stands, for the payer (spec 2.5b). */
export interface CheckoutResult {
  readonly object: "checkout_result"
  /** After `declined` the payer may try again. */
  readonly status: CheckoutResultStatus
  /** Null until the payer's first confirm, or the merchant, made one. */
  readonly payment: PaymentId | null
  /** What the payer has to do next, in status `requires_action`; null where there is nothing. */
  readonly action: CheckoutAction | null
  /** Why the payment was declined, and what to do next; null where it was not. */
  readonly decline: Decline | null
}

/** A result as it is read from the wire: its enumerations are open. */
export const CheckoutResult = Schema.Struct({
  object: Schema.Literal("checkout_result"),
  status: openEnum(CheckoutResultStatus),
  payment: Schema.NullOr(PaymentId),
  /** What the payer has to do next; null where there is nothing. */
  action: Schema.NullOr(CheckoutAction),
  decline: Schema.NullOr(Decline)
}).annotate({ identifier: "CheckoutResult" })

export const checkoutResultCodec: WireCodec<CheckoutResult> = wireCodec(CheckoutResult)

/** What a payer may have to do: a challenge that is open, or an attempt that waits for them. */
export type Awaited =
  | { readonly challenge: ThreeDsSession }
  | { readonly attempt: Pick<AttemptRecord, "action"> }

/** The result of a session, by its payment where it has one. */
export const toCheckoutResult = (
  session: CheckoutSessionRecord,
  payment: PaymentRecord | null,
  awaited: Awaited | null
): CheckoutResult => {
  const action = awaited === null ? null : actionOf(awaited)
  return {
    object: "checkout_result",
    status: action === null ? statusOf(session, payment) : "requires_action",
    payment: payment?.id ?? null,
    action,
    decline: payment?.decline ?? null
  }
}

const actionOf = (awaited: Awaited): CheckoutAction | null => {
  if ("challenge" in awaited) {
    const { id, url } = awaited.challenge
    return { type: "three_ds_challenge", mode: "embedded", session: id, url }
  }
  const { action } = awaited.attempt
  if (action === null) return null
  const { what, expiresAt } = action
  switch (what._tag) {
    case "Redirect":
      return { type: "redirect", url: what.url }
    case "Instructions":
      return { type: "instructions", text: what.text, reference: what.reference, expiresAt }
    case "ClientSide":
      return { type: "client_side", kind: what.kind, payload: what.payload }
  }
}

const statusOf = (
  { status }: CheckoutSessionRecord,
  payment: PaymentRecord | null
): CheckoutResultStatus => {
  if (status !== "created" && status !== "active") return status
  return payment === null || payment.decline === null ? "requires_payment" : "declined"
}
