import { Schema } from "effect"
import { Decline } from "../payments/Decline.ts"
import type { PaymentRecord } from "../payments/Payment.ts"
import type { ThreeDsSession } from "../threeds/ThreeDsSession.ts"
import { PaymentId, ThreeDsSessionId } from "../values/PublicId.ts"
import { wireCodec } from "../wire/WireCodec.ts"
import type { CheckoutSessionRecord } from "./CheckoutSession.ts"

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

/** How a session's payment stands, for the payer (spec 2.5b). */
export const CheckoutResult = Schema.Struct({
  object: Schema.Literal("checkout_result"),
  status: CheckoutResultStatus,
  payment: Schema.NullOr(PaymentId),
  /** What the payer has to do next; null where there is nothing. */
  action: Schema.NullOr(ThreeDsChallenge),
  decline: Schema.NullOr(Decline)
}).annotate({ identifier: "CheckoutResult" })
export type CheckoutResult = typeof CheckoutResult.Type

export const checkoutResultCodec = wireCodec<CheckoutResult>(CheckoutResult)

/** The result of a session, by its payment where it has one. */
export const toCheckoutResult = (
  session: CheckoutSessionRecord,
  payment: PaymentRecord | null,
  challenge: ThreeDsSession | null
): CheckoutResult => ({
  object: "checkout_result",
  status: challenge === null ? statusOf(session, payment) : "requires_action",
  payment: payment?.id ?? null,
  action:
    challenge === null
      ? null
      : {
          type: "three_ds_challenge",
          mode: "embedded",
          session: challenge.id,
          url: challenge.url
        },
  decline: payment?.decline ?? null
})

const statusOf = (
  { status }: CheckoutSessionRecord,
  payment: PaymentRecord | null
): CheckoutResultStatus => {
  if (status !== "created" && status !== "active") return status
  return payment === null || payment.decline === null ? "requires_payment" : "declined"
}
