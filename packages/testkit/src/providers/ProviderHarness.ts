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
  readonly provider: PaymentProvider
  /** An account of it that takes all of `sources`. */
  readonly mid: MidAccount
  readonly sources: ProviderSources
  readonly backend: ProviderBackend
  readonly faults: ProviderFaults
  /** An account that the provider turns away: its key was revoked. Absent where there is none. */
  readonly refusedMid?: MidAccount
  /** Another account, whose notifications are none of the first one's. */
  readonly otherMid?: MidAccount
}

/** Cards, wallets or methods by what the provider does with them. */
export interface ProviderSources {
  readonly approved: ChargeSource
  /** Each with the code that it is declined with, and what that means. */
  readonly declined: ReadonlyArray<{
    readonly source: ChargeSource
    readonly rawCode: string
    readonly means: DeclineCode
  }>
  /** Its payer is sent away, or asked on the page; absent where nobody ever is. */
  readonly asksPayer?: ChargeSource
  /** Decided later; absent where everything is decided at once. */
  readonly pending?: ChargeSource
  /** A card that this account can't charge: for connectors that have `canCharge`. */
  readonly foreign?: ChargeSource
}

/** What the provider really did, whatever its connector says; amounts are minor units. */
export interface ProviderBackend {
  /** What it charged or holds under a reference, an entry for each time; declines are none. */
  readonly charges: (
    reference: string
  ) => Promise<ReadonlyArray<{ readonly amount: bigint; readonly currency: string }>>
  /** What it captured, voided or refunded under a reference, an entry for each time. */
  readonly modifications: (
    kind: ModificationQuery["kind"],
    reference: string
  ) => Promise<ReadonlyArray<{ readonly amount: bigint }>>
  /**
   * The payer approves or refuses a charge that asks for them, by its reference; answers what they
   * bring back. Absent where `sources` have nobody who is asked.
   */
  readonly payerAnswers?: (reference: string, approves: boolean) => Promise<PayerReturn>
  /**
   * What the provider would send now of a charge, capture, void or refund, by its reference. Absent
   * where it sends nothing.
   */
  readonly notification?: (reference: string) => Promise<RawNotification>
  /** The same, signed that long ago; absent where signatures have no time in them. */
  readonly oldNotification?: (reference: string, signedAt: Millis) => Promise<RawNotification>
}

/** What goes wrong with the next charge, capture, void or refund: with one, and with no other. */
export interface ProviderFaults {
  /** It is carried out, and the connection ends before the answer is there. */
  readonly breaksAnswer: () => Promise<void> | void
  /** It is carried out, and nobody ever answers. */
  readonly holdsAnswer: () => Promise<void> | void
  /** No connection is made: the provider never hears of it. */
  readonly refusesConnection: () => Promise<void> | void
}

/** One rule of the contract. It rejects where the connector breaks it. */
export interface ProviderRule {
  /** A sentence that states the rule. */
  readonly name: string
  readonly run: () => Promise<void>
}
