import { Schema } from "effect"
import type { AttemptRecord } from "../../charges/Attempt.ts"
import type { PaymentRecord } from "../../charges/Payment.ts"
import { Decline } from "../../providers/Decline.ts"
import type { ThreeDsSession } from "../../threeds/ThreeDsSession.ts"
import { openEnum } from "../../values/openEnum.ts"
import { PaymentId, ThreeDsSessionId } from "../../values/PublicId.ts"
import { Timestamp } from "../../values/Timestamp.ts"
import { wireCodec } from "../../wire/WireCodec.ts"
import type { CheckoutSessionRecord } from "../sessions/CheckoutSession.ts"

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
export type CheckoutResultStatus = typeof CheckoutResultStatus.Type

/** The issuer's page, to be shown within the merchant's; a second confirm names the session. */
const ThreeDsChallenge = Schema.Struct({
  type: Schema.Literal("three_ds_challenge"),
  mode: Schema.Literal("embedded"),
  session: ThreeDsSessionId,
  url: Schema.String
})

/** An address that the payer has to go to, which sends them back to `return_url`. */
const Redirect = Schema.Struct({ type: Schema.Literal("redirect"), url: Schema.String })

/** What the payer has to do by themselves, under which reference and until when. */
const Instructions = Schema.Struct({
  type: Schema.Literal("instructions"),
  text: Schema.String,
  reference: Schema.String,
  expiresAt: Timestamp
}).pipe(Schema.encodeKeys({ expiresAt: "expires_at" }))

/** What the provider's own script does on the page, which reports what came of it. */
const ClientSide = Schema.Struct({
  type: Schema.Literal("client_side"),
  /** What the provider calls it: the page has a handler for it. */
  kind: Schema.String,
  payload: Schema.Json
})

const CheckoutAction = Schema.Union([ThreeDsChallenge, Redirect, Instructions, ClientSide])
type CheckoutAction = typeof CheckoutAction.Type

/** How a session's payment stands, for the payer (spec 2.5b). */
export const CheckoutResult = Schema.Struct({
  object: Schema.Literal("checkout_result"),
  status: openEnum(CheckoutResultStatus),
  payment: Schema.NullOr(PaymentId),
  /** What the payer has to do next; null where there is nothing. */
  action: Schema.NullOr(CheckoutAction),
  decline: Schema.NullOr(Decline)
}).annotate({ identifier: "CheckoutResult" })
export type CheckoutResult = typeof CheckoutResult.Type

export const checkoutResultCodec = wireCodec<CheckoutResult>(CheckoutResult)

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
