/** The way in which a card behaves when it is charged. */
export type CardConduct =
  | { readonly _tag: "approved" }
  | { readonly _tag: "approved_for_less" }
  | {
      readonly _tag: "declined"
      readonly decline_code: string
      readonly code: string
      readonly network_decline_code?: string
      readonly advice_code?: string
      readonly network_advice_code?: string
    }
  /** Asks its payer for 3-D Secure. If no payer is there, the charge is declined. */
  | { readonly _tag: "asks" }
  | { readonly _tag: "disputed"; readonly reason: string; readonly isInquiry: boolean }
  /** Held without any feature, such as several captures. */
  | { readonly _tag: "plain_hold" }
  /** Approved, but a later increment of the hold is declined. */
  | { readonly _tag: "increment_declined" }
  /** Refunds succeed at first, and fail later. */
  | { readonly _tag: "refund_fails" }
  /** Refunds stay pending until they are settled. */
  | { readonly _tag: "refund_pends" }

/** A card of Stripe's test mode. */
export interface FakeCard {
  readonly brand: string
  readonly last4: string
  readonly funding: string
  readonly country: string
  readonly conduct: CardConduct
}

const approved = { _tag: "approved" } as const

const declined = (
  decline_code: string,
  network_decline_code: string,
  advice_code?: "try_again_later" | "do_not_try_again" | "confirm_card_data",
  code = "card_declined"
): CardConduct => ({
  _tag: "declined",
  decline_code,
  code,
  network_decline_code,
  ...(advice_code && { advice_code })
})

interface Known {
  readonly number: string
  readonly conduct: CardConduct
  readonly country?: string
}

/** The test cards, by the end of their name `pm_card_…` (docs.stripe.com/testing). */
const known: Readonly<Record<string, Known>> = {
  visa: { number: "4242424242424242", conduct: approved },
  mastercard: { number: "5555555555554444", conduct: approved },
  amex: { number: "378282246310005", conduct: approved },
  visa_chargeDeclined: {
    number: "4000000000000002",
    conduct: declined("generic_decline", "01", "try_again_later")
  },
  visa_chargeDeclinedInsufficientFunds: {
    number: "4000000000009995",
    conduct: declined("insufficient_funds", "51", "try_again_later")
  },
  visa_chargeDeclinedLostCard: {
    number: "4000000000009987",
    conduct: declined("lost_card", "41", "do_not_try_again")
  },
  visa_chargeDeclinedStolenCard: {
    number: "4000000000009979",
    conduct: declined("stolen_card", "43", "do_not_try_again")
  },
  chargeDeclinedExpiredCard: {
    number: "4000000000000069",
    conduct: declined("expired_card", "54", "confirm_card_data", "expired_card")
  },
  chargeDeclinedIncorrectCvc: {
    number: "4000000000000127",
    conduct: declined("incorrect_cvc", "N7", "confirm_card_data", "incorrect_cvc")
  },
  chargeDeclinedProcessingError: {
    number: "4000000000000119",
    conduct: declined("processing_error", "96", "try_again_later", "processing_error")
  },
  visa_chargeDeclinedVelocityLimitExceeded: {
    number: "4000000000006975",
    conduct: declined("card_velocity_exceeded", "65")
  },
  authenticationRequired: { number: "4000002760003184", conduct: { _tag: "asks" } },
  threeDSecure2Required: { number: "4000000000003220", conduct: { _tag: "asks" } },
  createDispute: {
    number: "4000000000000259",
    conduct: { _tag: "disputed", reason: "fraudulent", isInquiry: false }
  },
  createDisputeProductNotReceived: {
    number: "4000000000002685",
    conduct: { _tag: "disputed", reason: "product_not_received", isInquiry: false }
  },
  createDisputeInquiry: {
    number: "4000000000001976",
    conduct: { _tag: "disputed", reason: "general", isInquiry: true }
  },
  refundFail: { number: "4000000000005126", conduct: { _tag: "refund_fails" } },
  pendingRefund: { number: "4000000000007726", conduct: { _tag: "refund_pends" } }
}

const byNumber = new Map(Object.values(known).map((card) => [card.number, card]))

const brandOf = (number: string): string =>
  number.startsWith("4") ? "visa" : number.startsWith("3") ? "amex" : "mastercard"

/** Returns the card of a number. A number that is no test card is approved. */
export const cardByNumber = (number: string): FakeCard => ({
  brand: brandOf(number),
  last4: number.slice(-4),
  funding: "credit",
  country: "US",
  conduct: byNumber.get(number)?.conduct ?? approved
})

/**
 * Returns the card of a name of the test mode, `pm_card_…` or `tok_…`. The fake has names of its
 * own too: `pm_fake_declined_{decline_code}`, `pm_fake_approved_for_less`, `pm_fake_plain_hold` and
 * `pm_fake_increment_declined`. Returns undefined for other names.
 */
export const cardByName = (name: string): FakeCard | undefined => {
  const own = /^pm_fake_declined_(\w+)$/.exec(name)?.[1]
  const plain = cardByNumber("4242424242424242")
  if (own !== undefined) return { ...plain, conduct: declined(own, "05") }
  const conduct = /^pm_fake_(approved_for_less|plain_hold|increment_declined)$/.exec(name)?.[1]
  if (conduct !== undefined) {
    return { ...plain, conduct: { _tag: conduct as "plain_hold" } }
  }
  const end = /^(?:pm_card|tok)_(\w+)$/.exec(name)?.[1] ?? ""
  const card = Object.hasOwn(known, end) ? known[end] : undefined
  return card === undefined ? undefined : cardByNumber(card.number)
}
