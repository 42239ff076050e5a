import { Schema } from "effect"
import { named } from "../kernel/codec/named.ts"
import { dayMs, hourMs } from "../kernel/primitives/durations.ts"
import type { Named } from "../kernel/primitives/Named.ts"
import { openEnum } from "../kernel/primitives/openEnum.ts"
import { Millis, Timestamp, timestampOf } from "../kernel/primitives/Timestamp.ts"

/** The reason of a decline. Readers must expect new members. */
export const DeclineCode = Schema.Literals([
  "insufficient_funds",
  "card_declined",
  "do_not_honor",
  "expired_card",
  "invalid_card",
  "incorrect_cvc",
  "limit_exceeded",
  "authentication_required",
  "authentication_failed",
  "currency_not_supported",
  "issuer_unavailable",
  "processing_error",
  "no_route",
  "method_unavailable"
])
export type DeclineCode = Named<typeof DeclineCode.Type>

/** The category of a decline. A `soft` or `technical` decline may pass later with the same card. */
export const DeclineCategory = Schema.Literals([
  "soft",
  "hard",
  "authentication",
  "technical",
  "configuration"
])
export type DeclineCategory = Named<typeof DeclineCategory.Type>

/** The advice to the payer or the merchant. */
export const DeclineAdvice = Schema.Literals([
  "retry_later",
  "use_another_method",
  "correct_details",
  "authenticate",
  "contact_issuer",
  "do_not_retry"
])
export type DeclineAdvice = Named<typeof DeclineAdvice.Type>

/** It is safe to show to a payer. */
const message = Schema.String

/** A decline: its reason and the advice, the same for merchants and payers. */
export interface Decline {
  /** The reason of the decline. */
  readonly code: DeclineCode
  /** A `soft` or `technical` decline may pass later with the same card. */
  readonly category: DeclineCategory
  /** The advice to the payer or the merchant. */
  readonly advice: DeclineAdvice
  /** In English, and safe to show to a payer. */
  readonly message: string
  /**
   * The time before which a retry is pointless, in milliseconds since the epoch. Null if waiting
   * doesn't help.
   */
  readonly retryAfter: number | null
}

/** A decline as it is read from the wire. Its enumerations are open. */
export const Decline = Schema.Struct({
  code: openEnum(DeclineCode),
  category: openEnum(DeclineCategory),
  advice: openEnum(DeclineAdvice),
  message,
  retryAfter: Schema.NullOr(Timestamp)
}).pipe(Schema.encodeKeys({ retryAfter: "retry_after" }), named("Decline"))

/** Encodes a decline for the wire. */
export const declineToWire = ({ retryAfter, ...decline }: Decline): typeof Decline.Encoded => ({
  ...decline,
  retry_after: retryAfter === null ? null : timestampOf(retryAfter)
})

/** A decline in stored records. */
export const DeclineRecord = Schema.Struct({
  code: DeclineCode,
  category: DeclineCategory,
  advice: DeclineAdvice,
  message,
  retryAfter: Schema.NullOr(Millis)
})
export interface DeclineRecord extends Schema.Schema.Type<typeof DeclineRecord> {}

interface Guidance {
  readonly advice: DeclineAdvice
  readonly message: string
  /** The milliseconds after which a retry makes sense. Null if it never does. */
  readonly retryAfterMs: number | null
}

const guidance: Readonly<Record<DeclineCode, Guidance>> = {
  insufficient_funds: {
    advice: "use_another_method",
    message: "The account does not have enough funds.",
    retryAfterMs: dayMs
  },
  card_declined: {
    advice: "use_another_method",
    message: "The card was declined.",
    retryAfterMs: null
  },
  do_not_honor: {
    advice: "contact_issuer",
    message: "The bank declined the payment without giving a reason.",
    retryAfterMs: dayMs
  },
  expired_card: {
    advice: "correct_details",
    message: "The card has expired.",
    retryAfterMs: null
  },
  invalid_card: {
    advice: "correct_details",
    message: "The card details are not valid.",
    retryAfterMs: null
  },
  incorrect_cvc: {
    advice: "correct_details",
    message: "The security code is not correct.",
    retryAfterMs: null
  },
  limit_exceeded: {
    advice: "use_another_method",
    message: "The payment exceeds a limit of the card.",
    retryAfterMs: dayMs
  },
  authentication_required: {
    advice: "authenticate",
    message: "The bank asks the cardholder to confirm the payment.",
    retryAfterMs: null
  },
  authentication_failed: {
    advice: "use_another_method",
    message: "The cardholder could not be confirmed.",
    retryAfterMs: null
  },
  currency_not_supported: {
    advice: "use_another_method",
    message: "The card can't be charged in this currency.",
    retryAfterMs: null
  },
  issuer_unavailable: {
    advice: "retry_later",
    message: "The bank can't be reached at the moment.",
    retryAfterMs: hourMs / 4
  },
  processing_error: {
    advice: "retry_later",
    message: "The payment could not be processed.",
    retryAfterMs: hourMs / 4
  },
  no_route: {
    advice: "retry_later",
    message: "The payment can't be taken at the moment.",
    retryAfterMs: hourMs / 4
  },
  method_unavailable: {
    advice: "use_another_method",
    message: "This payment method is not available.",
    retryAfterMs: null
  }
}

/**
 * Builds the decline for a code and a category at a time. `advised` replaces the code's usual
 * advice. A hard decline never advises a retry.
 */
export const declineBlock = (
  code: DeclineCode,
  category: DeclineCategory,
  now: Millis,
  advised?: DeclineAdvice
): DeclineRecord => {
  const usual = guidance[code]
  const { message } = usual
  const advice = advised ?? usual.advice
  const retryAfterMs =
    advice === "retry_later" ? (usual.retryAfterMs ?? dayMs) : waitBeside(usual, advice)
  const isFinal = category === "hard" || advice === "do_not_retry"
  return {
    code,
    category,
    advice: isFinal && advice === "retry_later" ? "do_not_retry" : advice,
    message,
    retryAfter: retryAfterMs === null || isFinal ? null : now + retryAfterMs
  }
}

/** Keeps the usual wait with other advice, unless the usual advice is to wait. */
const waitBeside = (usual: Guidance, advice: DeclineAdvice): number | null =>
  usual.advice === "retry_later" && advice !== "retry_later" ? null : usual.retryAfterMs
