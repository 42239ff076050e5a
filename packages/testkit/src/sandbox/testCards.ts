/** A published test card of the sandbox. No number belongs to a real card. */
export interface TestCard<Name extends string = string> {
  readonly name: Name
  readonly number: string
  readonly brand: string
  readonly funding: "credit" | "debit"
  /** The ISO 3166-1 alpha-2 code of the issuer's country. */
  readonly country: string
  /** The result of a payment with the card, for people. */
  readonly does: string
}

type Row = Omit<TestCard, "name">

const visa = (number: string, does: string): Row => ({
  number,
  brand: "visa",
  funding: "credit",
  country: "US",
  does
})

const rows = {
  approved: visa("4242424242424242", "Approved."),
  approved_debit: {
    ...visa("4000056655665556", "Approved. It is a debit card."),
    funding: "debit"
  },
  approved_germany: {
    ...visa("4000002760000016", "Approved. It was issued in Germany."),
    country: "DE"
  },
  approved_mastercard: {
    ...visa("5555555555554444", "Approved. It is a Mastercard."),
    brand: "mastercard"
  },
  approved_amex: {
    ...visa("378282246310005", "Approved. It is an American Express card."),
    brand: "amex"
  },
  approved_discover: {
    ...visa("6011111111111117", "Approved. It is a Discover card."),
    brand: "discover"
  },
  approved_jcb: {
    ...visa("3566002020360505", "Approved. It is a JCB card, issued in Japan."),
    brand: "jcb",
    country: "JP"
  },

  insufficient_funds: visa("4000000000009995", "Declined as insufficient_funds, a soft decline."),
  card_declined: visa(
    "4000000000000002",
    "Declined as card_declined, a soft decline without a reason."
  ),
  fraud: visa(
    "4100000000000019",
    "Declined as card_declined, a hard decline: the issuer suspects fraud."
  ),
  lost_card: visa("4000000000009987", "Declined as card_declined, a hard decline: reported lost."),
  stolen_card: visa(
    "4000000000009979",
    "Declined as card_declined, a hard decline: reported stolen."
  ),
  do_not_honor: visa("4000000001000019", "Declined as do_not_honor, a soft decline."),
  expired_card: visa("4000000000000069", "Declined as expired_card, whatever its expiry."),
  invalid_card: visa("4000000001000027", "Declined as invalid_card: the issuer has no such card."),
  incorrect_cvc: visa("4000000000000127", "Declined as incorrect_cvc, whatever the code."),
  limit_exceeded: visa("4000000000006975", "Declined as limit_exceeded, a soft decline."),
  issuer_unavailable: visa("4000000001000035", "Declined as issuer_unavailable on every account."),
  processing_error: visa("4000000000000119", "Declined as processing_error on every account."),
  currency_not_supported: visa(
    "4000000001000043",
    "Declined as currency_not_supported, in every currency."
  ),
  authentication_failed: visa("4000000001000050", "Declined as authentication_failed."),
  unmapped_decline: visa(
    "4000000001000068",
    "Declined with a raw code that the decline table doesn't know."
  ),

  cascade: visa(
    "4000000002000018",
    "Declined by the primary account with a code that cascades, approved by every other account."
  ),
  cascade_exhausted: visa(
    "4000000002000026",
    "Declined by every account with a code that cascades."
  ),
  not_sent: visa(
    "4000000002000034",
    "Provably never reaches the primary account, approved by every other account."
  ),
  not_sent_anywhere: visa("4000000002000042", "Provably never reaches any account."),
  authentication_required: visa(
    "4000000002000059",
    "Waits for the payer. With a 3DS authentication it is approved."
  ),
  step_up: visa(
    "4000000002000067",
    "Declined because 3DS is required. With an authentication it is approved."
  ),

  network_never: visa(
    "4000000004000016",
    "Declined by every account with a code that cascades. The network forbids retries."
  ),
  network_later: visa(
    "4000000004000024",
    "Declined by every account with a code that cascades. The network says to retry later."
  ),
  network_fix: visa(
    "4000000004000032",
    "Declined by every account with a code that cascades. The network says to update its details."
  ),
  address_mismatch: visa(
    "4000000004000040",
    "Approved, with a billing address whose postal code is not the issuer's."
  ),
  short_hold: visa("4000000004000057", "Approved. A hold ends two days after it was made."),
  approved_in_part: visa(
    "4000000004000065",
    "Approved for half of the amount, if the payment accepts a part. Otherwise declined as " +
      "insufficient_funds."
  ),
  network_token_refused: visa(
    "4000000004000081",
    "Approved by its number. A charge of its network token is declined."
  ),
  increment_declined: visa("4000000004000073", "Approved. Its hold can't be raised."),

  three_ds_challenge: visa(
    "4000000003000017",
    "The issuer requires a challenge. After the challenge it is approved."
  ),
  three_ds_frictionless: visa(
    "4000000003000025",
    "The issuer authenticates the payer without a challenge. Approved."
  ),
  three_ds_rejected: visa(
    "4000000003000033",
    "The issuer rejects the authentication. Declined as authentication_failed, unsent."
  ),
  three_ds_unavailable: visa(
    "4000000003000041",
    "The 3DS server is unavailable. Approved without an authentication."
  ),

  timeout_charged: visa("4000000002000075", "The call never answers, and the card was charged."),
  timeout_not_charged: visa(
    "4000000002000083",
    "The call never answers, and the card was not charged."
  ),
  lost_answer: visa("4000000002000091", "The card is charged, then the connection breaks."),
  late_charge: visa(
    "4000000002000109",
    "The connection breaks and no charge is found. It appears 3 minutes later, approved."
  ),
  pending: visa(
    "4000000002000117",
    "Pending. Approved 10 seconds later, which the next lookup finds."
  ),
  pending_declined: visa(
    "4000000002000125",
    "Pending. Declined 10 seconds later as insufficient_funds, which the next lookup finds."
  ),
  slow: visa("4000000002000133", "Approved, after the call took 2 seconds."),
  wrong_amount: visa("4000000002000141", "Approved, for 1 minor unit more than requested."),

  capture_fails: visa("4000000002000158", "Approved. A capture fails."),
  hold_expired: visa("4000000002000166", "Approved. A capture finds that the hold has expired."),
  capture_timeout_done: visa(
    "4000000002000174",
    "Approved. A capture never answers, and was carried out."
  ),
  capture_timeout_not_done: visa(
    "4000000002000182",
    "Approved. A capture never answers and was not carried out. Sent again, it succeeds."
  ),
  void_fails: visa("4000000002000190", "Approved. A void fails."),
  void_timeout_done: visa(
    "4000000002000208",
    "Approved. A void never answers, and was carried out."
  ),
  void_timeout_not_done: visa(
    "4000000002000216",
    "Approved. A void never answers and was not carried out. Sent again, it succeeds."
  ),
  refund_fails: visa("4000000002000224", "Approved. A refund fails."),
  refund_pending: visa(
    "4000000002000232",
    "Approved. A refund is pending and succeeds 10 seconds later."
  ),
  refund_pending_fails: visa(
    "4000000002000240",
    "Approved. A refund is pending and fails 10 seconds later."
  ),
  refund_reversed: visa(
    "4000000002000257",
    "Approved. A refund succeeds and is reversed 60 seconds later."
  ),
  refund_timeout_done: visa(
    "4000000002000265",
    "Approved. A refund never answers, and was carried out."
  ),
  refund_timeout_not_done: visa(
    "4000000002000273",
    "Approved. A refund never answers and was not carried out. Sent again, it succeeds."
  )
} satisfies Record<string, Row>

/** The name of a published test card: its key in {@link testCards}. */
export type TestCardName = keyof typeof rows

const named = (Object.entries(rows) as Array<[TestCardName, Row]>).map(
  ([name, row]): [TestCardName, TestCard<TestCardName>] => [name, { name, ...row }]
)

/**
 * The published test cards by name. Use any future expiry and any security code. Every card is
 * declined as `expired_card` after its expiry.
 *
 * @example
 * ```ts
 * testCards.insufficient_funds.number // "4000000000009995"
 * ```
 */
export const testCards = Object.fromEntries(named) as Readonly<
  Record<TestCardName, TestCard<TestCardName>>
>

/** The names of all test cards, in the order of {@link testCards}. */
export const testCardNames: ReadonlyArray<TestCardName> = named.map(([name]) => name)

const byNumber = new Map(named.map(([, card]) => [card.number, card]))

/** Returns the test card with a number, or undefined. */
export const testCardByNumber = (number: string): TestCard<TestCardName> | undefined =>
  byNumber.get(number)
