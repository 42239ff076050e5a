import { Schema } from "effect"
import { dayMs, hourMs } from "../kernel/primitives/durations.ts"
import type { Named } from "../kernel/primitives/Named.ts"
import { openEnum } from "../kernel/primitives/openEnum.ts"
import { Millis, Timestamp, timestampOf } from "../kernel/primitives/Timestamp.ts"

/** Why a payment was refused. Open for reading: new members may appear. */
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

/** What kind of refusal it is: only a soft one may pass when the same card is tried later. */
export const DeclineCategory = Schema.Literals([
  "soft",
  "hard",
  "authentication",
  "technical",
  "configuration"
])
export type DeclineCategory = Named<typeof DeclineCategory.Type>

/** What to do next. */
export const DeclineAdvice = Schema.Literals([
  "retry_later",
  "use_another_method",
  "correct_details",
  "authenticate",
  "contact_issuer",
  "do_not_retry"
])
export type DeclineAdvice = Named<typeof DeclineAdvice.Type>

/** Safe to show a payer. */
const message = Schema.String

/** Why a payment was refused and what to do next, the same for merchants and payers. */
export interface Decline {
  /** Why it was refused. */
  readonly code: DeclineCode
  /** Only a `soft` refusal may pass when the same card is tried later. */
  readonly category: DeclineCategory
  /** What to do next. */
  readonly advice: DeclineAdvice
  /** In English, and safe to show a payer. */
  readonly message: string
  /**
   * Milliseconds since the epoch: before then a retry is pointless; null where time doesn't help.
   */
  readonly retryAfter: number | null
}

/** The block as it is read from the wire: its enumerations are open. */
export const Decline = Schema.Struct({
  code: openEnum(DeclineCode),
  category: openEnum(DeclineCategory),
  advice: openEnum(DeclineAdvice),
  message,
  retryAfter: Schema.NullOr(Timestamp)
})
  .pipe(Schema.encodeKeys({ retryAfter: "retry_after" }))
  .annotate({ identifier: "Decline" })

/** The block as it goes over the wire. */
export const declineToWire = ({ retryAfter, ...decline }: Decline): typeof Decline.Encoded => ({
  ...decline,
  retry_after: retryAfter === null ? null : timestampOf(retryAfter)
})

/** The block as records keep it. */
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
  /** Milliseconds after which a retry makes sense, null where it never does. */
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
 * The block for a code and category at a time, with the advice that goes with the code or another:
 * a hard decline never advises to try again.
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

/** The usual wait goes with other advice too, unless the usual advice was to wait. */
const waitBeside = (usual: Guidance, advice: DeclineAdvice): number | null =>
  usual.advice === "retry_later" && advice !== "retry_later" ? null : usual.retryAfterMs
