import { Schema } from "effect"
import { named } from "../../kernel/codec/named.ts"
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

/**
 * The status of a checkout result. Readers must accept unknown values. After `declined` the payer
 * may try again.
 */
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

/**
 * The issuer's page, shown within the merchant's page. A second confirm names the challenge's
 * session.
 */
export interface ChallengeAction {
  /** The type of the action. */
  readonly type: "three_ds_challenge"
  /** The way to show the issuer's page: within the merchant's. */
  readonly mode: "embedded"
  /** The value of `threeDsSessionId` in the second confirm. */
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

/** An address that the payer has to visit. It sends the payer back to `returnUrl`. */
export interface RedirectAction {
  /** The type of the action. */
  readonly type: "redirect"
  /** The address for the payer to visit. */
  readonly url: string
}
const RedirectAction = Schema.Struct({ type: Schema.Literal("redirect"), url: Schema.String })

/** Instructions for the payer, such as for a bank transfer, with a reference and a deadline. */
export interface InstructionsAction {
  /** The type of the action. */
  readonly type: "instructions"
  /** The text for the payer to read. */
  readonly text: string
  /** The reference that the payer has to give with the transfer. */
  readonly reference: string
  /** The deadline, in milliseconds since the epoch. */
  readonly expiresAt: number
}
const InstructionsAction = Schema.Struct({
  type: Schema.Literal("instructions"),
  text: Schema.String,
  reference: Schema.String,
  expiresAt: Timestamp
}).pipe(Schema.encodeKeys({ expiresAt: "expires_at" }))

/** An action of the provider's own script on the page. The script reports the result. */
export interface ClientSideAction {
  /** The type of the action. */
  readonly type: "client_side"
  /** The provider's name for the action. The page has a handler for it. */
  readonly kind: string
  /** The argument of the handler. */
  readonly payload: Schema.Json
}
const ClientSideAction = Schema.Struct({
  type: Schema.Literal("client_side"),
  kind: Schema.String,
  payload: Schema.Json
})

/** The action that the payer has to complete before the payment continues. */
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

/** The state of a session's payment, for the payer. */
export interface CheckoutResult {
  readonly object: "checkout_result"
  /** The status. After `declined` the payer may try again. */
  readonly status: CheckoutResultStatus
  /** The payment's id. Null until the payer's first confirm or the merchant creates one. */
  readonly payment: PaymentId | null
  /** The payer's next action, in status `requires_action`. Null otherwise. */
  readonly action: CheckoutAction | null
  /** The reason of a decline, and the next step. Null without a decline. */
  readonly decline: Decline | null
}

/** A result as it is read from the wire. Its enumerations are open. */
export const CheckoutResult = Schema.Struct({
  object: Schema.Literal("checkout_result"),
  status: openEnum(CheckoutResultStatus),
  payment: Schema.NullOr(PaymentId),
  /** The payer's next action. Null if there is none. */
  action: Schema.NullOr(CheckoutAction),
  decline: Schema.NullOr(Decline)
}).pipe(named("CheckoutResult"))

export const checkoutResultCodec: WireCodec<CheckoutResult> = wireCodec(CheckoutResult)

/** The action that a payer has to complete: an open challenge, or an attempt's action. */
export type Awaited =
  | { readonly challenge: ThreeDsSession }
  | { readonly attempt: Pick<AttemptRecord, "action"> }

/** Returns the result of a session, from its payment if it has one. */
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
