import type {
  ApmSource,
  ChargeSource,
  DeclineCode,
  MidAccount,
  Millis,
  ModificationQuery,
  PayerReturn,
  PaymentProvider,
  RawNotification
} from "@payloom/core"

/** The connector under test, and the provider that the test controls. */
export interface ProviderHarness {
  /** The connector. It talks to the provider behind `backend` and `faults`. */
  readonly provider: PaymentProvider
  /**
   * The same connector, made a second time, as another process of the engine has it. A connector
   * keeps no state, so this one continues the work of `provider`. Leave it out if you can't make
   * one.
   */
  readonly secondProvider?: PaymentProvider
  /** An account at the provider that can charge all of `sources` except `foreign`. */
  readonly mid: MidAccount
  /** The sources to charge on the account, by how the provider treats them. */
  readonly sources: ProviderSources
  /** The records of the provider, which show what it really did. */
  readonly backend: ProviderBackend
  /** The faults that rules cause. */
  readonly faults: ProviderFaults
  /**
   * An account that the provider rejects, for example because its key was revoked. Leave it out if
   * there is none.
   */
  readonly refusedMid?: MidAccount
  /** A second account. Its connector must reject the notifications of the first account. */
  readonly otherMid?: MidAccount
  /**
   * Accounts that can get parts of charges on `mid`: two, or one if the provider pays one part
   * only. Leave it out if the provider pays none.
   */
  readonly splitAccounts?: ReadonlyArray<string>
  /**
   * The time for which an answer is held, in milliseconds of real time. Default: 3000. A longer
   * timeout of the connector is not noticed.
   */
  readonly heldForMs?: number
  /**
   * False if the provider's look-up of a charge doesn't say that the charge was refunded. Then a
   * refund that was made elsewhere isn't noticed. Default: true.
   */
  readonly reportsRefunds?: boolean
  /**
   * The number of charges on a page of the provider's list, for a connector whose look-ups read a
   * list. A small one of the fake, such as 3, keeps the rule short.
   */
  readonly pageSize?: number
  /**
   * The smallest amount that can be charged, in minor units by currency, if it isn't the smallest
   * step.
   */
  readonly leastAmount?: Readonly<Record<string, bigint>>
}

/** Cards, wallets or methods by how the provider treats them. */
export interface ProviderSources {
  /** Charged, or held, for any amount. */
  readonly approved: ChargeSource
  /** Sources that are declined, with the code of the decline and its meaning. */
  readonly declined: ReadonlyArray<{
    /** The source that is declined. */
    readonly source: ChargeSource
    /** The provider's own code of the decline. */
    readonly rawCode: string
    /** The engine's code for it, which the decline table must contain. */
    readonly means: DeclineCode
    /**
     * The meaning in a look-up and in a notification, if the provider gives the issuer's code in
     * its answer to the charge only. Default: the same.
     */
    readonly foundAs?: DeclineCode
  }>
  /**
   * A source whose payer must confirm, by a redirect or on the page. Leave it out if no payer
   * must.
   */
  readonly asksPayer?: ChargeSource
  /** A source whose charge is decided later. Leave it out if every charge is decided at once. */
  readonly pending?: ChargeSource
  /**
   * A source that is charged for less than the requested amount, for example a gift card with a
   * small balance. Leave it out if the provider can't do this.
   */
  readonly approvedForLess?: ChargeSource
  /**
   * A source of which a part is approved if the charge accepts parts, and which is declined
   * otherwise. Leave it out if there is none.
   */
  readonly approvedInPart?: ChargeSource
  /** A card whose network token is approved. Leave it out if there is none. */
  readonly networkToken?: ChargeSource
  /** A card whose network token is refused, and whose number is approved. */
  readonly refusedNetworkToken?: ChargeSource
  /** A wallet that the vault decrypted, and that is approved. Leave it out if there is none. */
  readonly decryptedWallet?: ChargeSource
  /**
   * An alternative method that a charge of an agreement saves, with the payer's details. Leave it
   * out if none is saved.
   */
  readonly reusable?: ApmSource
  /** A source that can be checked without a charge (`verify`). Leave it out if none can. */
  readonly verifiable?: ChargeSource
  /**
   * A source that `mid` can't charge, for example a card with a token of another account only. It
   * is for connectors with `canCharge`. If absent, the rule uses an unknown method.
   */
  readonly foreign?: ChargeSource
}

/** The records of the provider, independent of its connector. Amounts are in minor units. */
export interface ProviderBackend {
  /**
   * Returns the charges and holds under a reference, one entry for each time. Declines are not
   * included.
   */
  readonly charges: (reference: string) => Promise<
    ReadonlyArray<{
      /** The charged or held amount, in minor units of ISO 4217. */
      readonly amount: bigint
      /** An ISO 4217 code. */
      readonly currency: string
    }>
  >
  /**
   * Returns the captures, voids or refunds under a reference that were carried out, or accepted
   * for later, one entry for each time. Failed ones are not included.
   */
  readonly modifications: (
    kind: Exclude<ModificationQuery["kind"], "increment">,
    reference: string
  ) => Promise<
    ReadonlyArray<{
      /** In minor units of ISO 4217. */
      readonly amount: bigint
      /** `pending` while it is queued. */
      readonly state: "succeeded" | "pending"
    }>
  >
  /**
   * Returns the parts that a captured charge has paid to other accounts, or that a refund takes
   * back, by its reference. Leave it out if the provider pays no parts.
   */
  readonly splits?: (reference: string) => Promise<
    ReadonlyArray<{
      readonly account: string
      /** In minor units of ISO 4217. */
      readonly amount: bigint
    }>
  >
  /**
   * Decides a pending charge, by its reference, as the payer's bank does after days. Only
   * `sources.pending` then stays pending. `charges` has the charge from its request on. Leave it
   * out if charges are decided at once.
   */
  readonly decides?: (reference: string) => Promise<void>
  /**
   * Makes the payer approve or refuse a charge that waits for them, by its reference. Resolves to
   * the data that the payer returns with. It may reject if the payer can't answer any more. Leave
   * it out if `sources` has no `asksPayer`.
   */
  readonly payerAnswers?: (reference: string, approves: boolean) => Promise<PayerReturn>
  /**
   * Approves a charge of `sources.reusable`, if it is pending, by its reference. Resolves to the
   * notification that names the saved method, or to null if the charge or its look-up names it.
   * Leave it out if nothing is saved.
   */
  readonly approvesReusable?: (reference: string) => Promise<RawNotification | null>
  /**
   * Makes the provider take back the capture of a charge, by its reference. Leave it out if the
   * provider never does this, or reports it as a dispute.
   */
  readonly returnsCapture?: (reference: string) => Promise<void>
  /** The disputes at the provider. Leave it out if the connector takes no evidence. */
  readonly disputes?: DisputesAtBackend
  /**
   * Returns the provider's present notification of a charge, capture, void or refund, by its
   * reference. It may reject if the provider sends none, as of a decline. Leave it out if the
   * provider sends no notifications.
   */
  readonly notification?: (reference: string) => Promise<RawNotification>
  /**
   * Returns the same notification, signed at this time. Leave it out if signatures have no time.
   */
  readonly oldNotification?: (reference: string, signedAt: Millis) => Promise<RawNotification>
  /**
   * The time for which a signature is valid, in milliseconds. Default: one hour. It is longer if
   * the provider repeats notifications without signing them again.
   */
  readonly signatureLastsMs?: number
}

/** The disputes at the provider, independent of its connector. */
export interface DisputesAtBackend {
  /**
   * Disputes a captured charge, by its reference. Resolves to the provider's reference of the
   * dispute, which takes evidence.
   */
  readonly begin: (reference: string) => Promise<string>
  /** Decides a dispute for the payer, by the provider's reference. */
  readonly lose: (dispute: string) => Promise<void>
  /** Returns how often evidence against a dispute was submitted to the bank. */
  readonly submissions: (dispute: string) => Promise<number>
}

/**
 * The faults that rules cause. Without other words, a fault is of the next charge, capture, void
 * or refund.
 */
export interface ProviderFaults {
  /** The call is carried out, and the connection ends before the answer arrives. */
  readonly breaksAnswer: () => Promise<void> | void
  /** The call is carried out and never answered. */
  readonly holdsAnswer: () => Promise<void> | void
  /** The connection is refused, so the call does not reach the provider. */
  readonly refusesConnection: () => Promise<void> | void
  /**
   * The call is carried out and answered with this HTTP status and no useful body, as a gateway
   * does. Leave it out if the connector doesn't use HTTP.
   */
  readonly answersWith?: (status: number) => Promise<void> | void
  /**
   * The next submission of evidence is carried out, and its answer is lost. Required if the backend
   * has `disputes`.
   */
  readonly losesEvidenceAnswer?: () => Promise<void> | void
  /**
   * Makes all calls to the provider end in this way until `clear`, lookups too. Nothing is carried
   * out. Endpoints for access tokens still work. Leave it out if the test can't do this.
   */
  readonly breaksDown?: (how: Breakdown) => Promise<void> | void
  /**
   * Delays the step before the connector sends, such as getting an access token, by this many
   * milliseconds. Cached tokens expire. Leave it out if the connector has no such step.
   */
  readonly delaysSending?: (byMs: number) => Promise<void> | void
  /**
   * Removes faults that no call has met, and ends a breakdown. It runs after each rule, and within
   * some rules.
   */
  readonly clear: () => Promise<void> | void
}

/**
 * The way all calls end in a breakdown: the connection is refused, or ends without an answer, or
 * the answer has this HTTP status and no useful body.
 */
export type Breakdown = "refusesConnection" | "breaksConnection" | number

/** One rule of the contract. */
export interface ProviderRule {
  /** A sentence that states the rule. */
  readonly name: string
  /** Rejects if the connector breaks the rule. The error says what happened. */
  readonly run: () => Promise<void>
}
