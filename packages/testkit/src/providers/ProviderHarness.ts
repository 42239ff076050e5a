import type {
  ChargeSource,
  DeclineCode,
  MidAccount,
  Millis,
  ModificationQuery,
  PayerReturn,
  PaymentProvider,
  RawNotification
} from "@payloom/core"

/** A connector to be held against the contract, and its provider in the hands of a test. */
export interface ProviderHarness {
  /** The connector, which talks to the provider behind `backend` and `faults`. */
  readonly provider: PaymentProvider
  /** An account of it that takes all of `sources` but the foreign one. */
  readonly mid: MidAccount
  /** What is charged on that account, by what the provider makes of it. */
  readonly sources: ProviderSources
  /** What the provider really did. */
  readonly backend: ProviderBackend
  /** What goes wrong when a rule wants it to. */
  readonly faults: ProviderFaults
  /** An account that the provider turns away: its key was revoked. Absent where there is none. */
  readonly refusedMid?: MidAccount
  /** Another account, whose notifications are none of the first one's. */
  readonly otherMid?: MidAccount
  /**
   * For how many milliseconds of real time an answer is held, 3000 unless told: a time-out of the
   * connector's own that is longer stays unseen.
   */
  readonly heldForMs?: number
  /** The least that is charged, in minor units by currency, where it isn't the smallest step. */
  readonly leastAmount?: Readonly<Record<string, bigint>>
}

/** Cards, wallets or methods by what the provider does with them. */
export interface ProviderSources {
  /** Charged, or held, for whatever is asked. */
  readonly approved: ChargeSource
  /** Each with the code that it is declined with, and what that means. */
  readonly declined: ReadonlyArray<{
    /** What is declined. */
    readonly source: ChargeSource
    /** The provider's own code for it. */
    readonly rawCode: string
    /** The code of the engine's that the decline table has to make of it. */
    readonly means: DeclineCode
  }>
  /** Its payer is sent away, or asked on the page; absent where nobody ever is. */
  readonly asksPayer?: ChargeSource
  /** Decided later; absent where everything is decided at once. */
  readonly pending?: ChargeSource
  /**
   * Charged for a smaller amount than is asked, as a gift card with too little on it may be; absent
   * where the provider can't be brought to do that.
   */
  readonly approvedForLess?: ChargeSource
  /** Can be checked without a charge (`verify`); absent where nothing can. */
  readonly verifiable?: ChargeSource
  /**
   * What `mid` can't charge, such as a card with a token of another account only: for connectors
   * that have `canCharge`. Where it is absent, a method that nobody has heard of is.
   */
  readonly foreign?: ChargeSource
}

/** What the provider really did, whatever its connector says; amounts are minor units. */
export interface ProviderBackend {
  /** What it charged or holds under a reference, an entry for each time; declines are none. */
  readonly charges: (reference: string) => Promise<
    ReadonlyArray<{
      /** What was charged, or is held, in minor units of ISO 4217. */
      readonly amount: bigint
      /** An ISO 4217 code. */
      readonly currency: string
    }>
  >
  /**
   * What it captured, voided or refunded under a reference, or accepted to do later: an entry for
   * each time. What failed is none.
   */
  readonly modifications: (
    kind: ModificationQuery["kind"],
    reference: string
  ) => Promise<
    ReadonlyArray<{
      /** In minor units of ISO 4217. */
      readonly amount: bigint
      /** Whether it was carried out, or is still queued. */
      readonly state: "succeeded" | "pending"
    }>
  >
  /**
   * The payer approves or refuses a charge that asks for them, by its reference; answers what they
   * bring back. It may reject where they can't answer any more. Absent where `sources` have nobody
   * who is asked.
   */
  readonly payerAnswers?: (reference: string, approves: boolean) => Promise<PayerReturn>
  /**
   * The provider takes back what it captured of a charge, by its reference. Absent if it never
   * does, or if it tells of that as a dispute.
   */
  readonly returnsCapture?: (reference: string) => Promise<void>
  /**
   * What the provider would send now of a charge, capture, void or refund, by its reference. It may
   * reject where there is nothing to tell, as of a decline. Absent where it sends nothing.
   */
  readonly notification?: (reference: string) => Promise<RawNotification>
  /** The same, signed that long ago; absent where signatures have no time in them. */
  readonly oldNotification?: (reference: string, signedAt: Millis) => Promise<RawNotification>
  /**
   * For how many milliseconds after it was signed a notification counts, an hour unless told: more
   * where the provider repeats what it has signed once.
   */
  readonly signatureLastsMs?: number
}

/** What goes wrong: with the next charge, capture, void or refund, where nothing else is said. */
export interface ProviderFaults {
  /** It is carried out, and the connection ends before the answer is there. */
  readonly breaksAnswer: () => Promise<void> | void
  /** It is carried out, and nobody ever answers. */
  readonly holdsAnswer: () => Promise<void> | void
  /** No connection is made: the provider never hears of it. */
  readonly refusesConnection: () => Promise<void> | void
  /**
   * It is carried out, and the answer is that HTTP status with nothing of use in its body, as a
   * gateway's is. Absent where the connector doesn't speak HTTP.
   */
  readonly answersWith?: (status: number) => Promise<void> | void
  /**
   * Whatever is asked of the provider ends that way, lookups too, until `clear`, and nothing is
   * carried out. What hands out access tokens goes on. Absent where that can't be brought about.
   */
  readonly breaksDown?: (how: Breakdown) => Promise<void> | void
  /**
   * What the connector waits for before it sends, such as an access token, takes that many
   * milliseconds; a token that it has kept is over. Absent where it waits for nothing.
   */
  readonly delaysSending?: (byMs: number) => Promise<void> | void
  /** Takes back what no call has met, and ends a breakdown: after each rule, and within some. */
  readonly clear: () => Promise<void> | void
}

/**
 * How all calls end in a breakdown: no connection is made, or it ends without an answer, or the
 * answer is that HTTP status with nothing of use in its body.
 */
export type Breakdown = "refusesConnection" | "breaksConnection" | number

/** One rule of the contract. */
export interface ProviderRule {
  /** A sentence that states the rule. */
  readonly name: string
  /** Rejects where the connector breaks the rule, and says what was seen. */
  readonly run: () => Promise<void>
}
