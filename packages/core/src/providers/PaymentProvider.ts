import type { Effect, Option } from "effect"
import type { Millis } from "../kernel/primitives/Timestamp.ts"
import type { Mode } from "../platform/storage/Scope.ts"
import type { AuthorizationOptions } from "./AuthorizationOptions.ts"
import type { ChangeListing, ChangesQuery } from "./ChangeListing.ts"
import type { ChangedDetail, ChargeDetails } from "./ChargeDetails.ts"
import type { CancelOutcome, ChargeLookup, ChargeOutcome } from "./ChargeOutcome.ts"
import type { ChargeSource } from "./ChargeSource.ts"
import type { DisputeEvidence } from "./DisputeEvidence.ts"
import type { DeclineTable } from "./declineTable.ts"
import type { ModificationLookup, ModificationOutcome } from "./ModificationOutcome.ts"
import type { PayerReturn } from "./PayerReturn.ts"
import type { ProviderCapabilities } from "./ProviderCapabilities.ts"
import type { ProviderNotification, RawNotification } from "./ProviderNotification.ts"
import type { Split } from "./Split.ts"
import type { ScaExemption, ThreeDsAuthentication } from "./ThreeDsAuthentication.ts"

/** The merchant account of a call. */
export interface MidAccount {
  /** The id of the merchant account. */
  readonly id: string
  /** The place where the embedder keeps the account's credentials. The engine only passes it on. */
  readonly credentials: string
}

/** A request to charge. Amounts are minor units. */
export interface ChargeRequest extends ChargeDetails {
  /** Our attempt id. It is fixed before the call, and is the key for de-duplication and lookup. */
  readonly reference: string
  /**
   * The ids of the rows that the charge belongs to, at most 300 letters, digits, `_` and `:`. If
   * the provider has a place for it, store it with the charge, and return it in `listChanges`.
   */
  readonly origin?: string
  /** The account to charge on. */
  readonly mid: MidAccount
  /** In minor units of the currency. 0 if a card is only checked. */
  readonly amount: bigint
  /** An ISO 4217 code. */
  readonly currency: string
  /** True to take the money now, false to hold it. */
  readonly capture: boolean
  /**
   * The features that the merchant wants of the authorization. Request each that the account
   * offers. Absent if there are none.
   */
  readonly authorization?: AuthorizationOptions
  /** The source of the money: a card, a wallet or an alternative payment method. */
  readonly source: ChargeSource
  /**
   * The address to send the payer back to after a redirect. Null if no payer is present: then a
   * charge must not need one.
   */
  readonly returnUrl: string | null
  /** The type of the payment, for the scheme's flags. `verify` is a check of a card. */
  readonly type: "one_off" | "subscription_initial" | "subscription_rebill" | "moto" | "verify"
  /** `customer` if the payer is present and started the charge, otherwise `merchant`. */
  readonly initiator: "customer" | "merchant"
  /** The stored-credential agreement this charge starts or continues. */
  readonly agreement: {
    readonly usage: "recurring" | "unscheduled" | "installment"
    readonly position: "first" | "subsequent"
    /**
     * The scheme's reference of the first payment. Null for the first payment itself, or if
     * unknown.
     */
    readonly networkReference: string | null
  } | null
  /** Milliseconds since the epoch. The call must not be sent after this time. */
  readonly sendBefore: Millis
  /** The result of 3-D Secure. Null if there was no authentication. */
  readonly threeDs: ThreeDsAuthentication | null
  /**
   * The parts to pay to other accounts. The rest is for the charged account. Absent if there are
   * none.
   */
  readonly splits?: ReadonlyArray<Split>
  /**
   * The exemption from an authentication (PSD2) to request from the issuer. Absent if none is. If
   * the issuer requires an authentication, return a decline that means `step_up`.
   */
  readonly exemption?: ScaExemption
  /**
   * True if the charge may have been sent before under the same reference. `AccountUnavailable` and
   * `NotSent` then describe this call alone and decide nothing. `Declined` is the charge's outcome.
   */
  readonly isResent?: boolean
}

/** A charge at the provider, with our reference and the provider's. */
export interface ChargeReference {
  /** The account that was charged on. */
  readonly mid: MidAccount
  /** Our attempt id. */
  readonly reference: string
  /** The provider's id of the charge. Our attempt id if the provider gave none. */
  readonly providerReference: string
}

/** A lookup of a charge. The amount is minor units. */
export interface ChargeQuery {
  /** The account that was charged on. */
  readonly mid: MidAccount
  /** Our attempt id. */
  readonly reference: string
  /** The provider's id of the charge. Null if the provider gave none. */
  readonly providerReference: string | null
  /**
   * The time at which the attempt was created, in milliseconds since the epoch. It was sent soon
   * after.
   */
  readonly created: Millis
  /** The time of the lookup, by the same clock as `created`. Absent if this is not a lookup. */
  readonly askedAt?: Millis
  /** The amount of the request to charge, in minor units of the currency. */
  readonly amount: bigint
  /** An ISO 4217 code. */
  readonly currency: string
  /** The type in the request to charge. */
  readonly type: ChargeRequest["type"]
  /** True if the charge was to take the money at once. */
  readonly capture: boolean
}

/** A charge whose payer came back from a redirect or another action. The amount is minor units. */
export interface ResumeRequest extends ChargeReference {
  /** The amount of the request to charge, in minor units of the currency. */
  readonly amount: bigint
  /** An ISO 4217 code. */
  readonly currency: string
  /** The `state` that the provider gave when it asked for the action. */
  readonly state: string | null
  /**
   * The data that the payer brought back. Null if the page that they came back to passed none on.
   */
  readonly returned: PayerReturn | null
  /** Milliseconds since the epoch. The call must not be sent after this time. */
  readonly sendBefore: Millis
}

/** A request for a capture, void, refund or increment. The amount is minor units. */
export interface ModificationRequest {
  /** Our id of the request. It is the key for de-duplication and lookup. */
  readonly reference: string
  /** The charge to change. */
  readonly charge: ChargeReference
  /** In minor units of the currency. For an increment it is the new total of the hold. */
  readonly amount: bigint
  /** An ISO 4217 code. */
  readonly currency: string
  /**
   * False if the rest of the hold stays, for later captures. Only sent to providers with
   * `multipleCaptures`. True if absent.
   */
  readonly isFinal?: boolean
  /**
   * For a capture: the parts of the charge that are paid to other accounts. For a refund: all parts
   * of the charge in the same order, each with the amount that the refund takes back. That amount
   * may be zero. Absent if the charge has no parts. Also absent in a refund that an earlier release
   * requested with `reversesSplits`.
   */
  readonly splits?: ReadonlyArray<Split>
  /**
   * For a refund: true if the accounts of the parts pay their share of it. False if absent: then
   * the charged account pays all, and the amounts in `splits` are zero.
   */
  readonly reversesSplits?: boolean
  /** Milliseconds since the epoch. The call must not be sent after this time. */
  readonly sendBefore: Millis
}

/** A lookup of a capture, void, refund or increment. */
export interface ModificationQuery {
  readonly kind: "capture" | "void" | "refund" | "increment"
  /** Our id of it. The provider never saw it if the refund is an external one. */
  readonly reference: string
  /** The provider's id of it. Null if the provider gave none yet. */
  readonly providerReference: string | null
  /** The charge that was changed. */
  readonly charge: ChargeReference
}

/** The engine's record of a charge that a notification is about. */
export interface KnownCharge extends ChargeQuery {
  /** True if the attempt is still undecided. Then the notification decides it. */
  readonly isInFlight: boolean
}

/** The charges of an account that a notification may be about. */
export interface KnownCharges {
  /** Returns the charge by our attempt id, or none if the account has no such attempt. */
  readonly attempt: (reference: string) => Effect.Effect<Option.Option<KnownCharge>>
}

/**
 * A connection to a payment provider. Its functions never fail: a failure is an answer. A provider
 * must offer lookup or de-duplication by reference. If it sends payers away, it must also have a
 * way to learn what they did: `lookup`, `resume` or notifications. Otherwise it can't be
 * registered.
 */
export interface PaymentProvider {
  /** 1 to 40 lower-case letters, digits, `-` or `_`. Merchant accounts refer to it. */
  readonly name: string
  /**
   * The modes that the provider serves. A `test` provider moves no money, so live MIDs can't use
   * it. A `live` provider moves real money, so test MIDs can't use it.
   */
  readonly environment: "test" | "live" | "both"
  /** The capabilities of the provider. */
  readonly capabilities: ProviderCapabilities
  /** The meanings of the provider's own decline codes. */
  readonly declines: DeclineTable
  /** Charges or holds money, once per reference. */
  readonly charge: (request: ChargeRequest) => Effect.Effect<ChargeOutcome>
  /** Looks a charge up by our reference. */
  readonly lookup: (by: ChargeQuery) => Effect.Effect<ChargeLookup>
  /**
   * Returns true if an account can charge a source, in addition to what the capabilities say.
   * Routing skips accounts for which it returns false. If absent, every account can. Synchronous
   * and pure.
   */
  readonly canCharge?: (source: ChargeSource, mid: MidAccount) => boolean
  /**
   * Returns the texts of a charge that the provider can't take as they are. They are shortened,
   * written in other letters, or left out. `payments.explain` shows them. If absent, nothing is
   * changed. Synchronous and pure.
   */
  readonly changedDetails?: (
    details: ChargeDetails,
    source: ChargeSource
  ) => ReadonlyArray<ChangedDetail>
  /**
   * Completes a charge after its payer came back, for providers that need this call. If absent, the
   * charge is looked up.
   */
  readonly resume?: (request: ResumeRequest) => Effect.Effect<ChargeOutcome>
  /**
   * Cancels a charge that waits for its payer. `Canceled` means that nobody can pay it any more, so
   * another charge may be made in its place. If that is not certain, it returns `NotCanceled`.
   */
  readonly cancel: (charge: ChargeReference) => Effect.Effect<CancelOutcome>
  /** Captures a held charge, once per reference. A smaller amount releases the rest. */
  readonly capture: (request: ModificationRequest) => Effect.Effect<ModificationOutcome>
  /** Voids a held charge before any capture, once per reference. */
  readonly void: (request: ModificationRequest) => Effect.Effect<ModificationOutcome>
  /** Refunds captured money, or a part of it, once per reference. */
  readonly refund: (request: ModificationRequest) => Effect.Effect<ModificationOutcome>
  /**
   * Raises the amount of a hold to a new total, once per reference. Required for
   * `incrementalAuthorization`. `Failed` if the issuer declines: the hold stays as it was.
   */
  readonly increment?: (request: ModificationRequest) => Effect.Effect<ModificationOutcome>
  /** Looks up a capture, void, refund or increment by our reference. */
  readonly lookupModification: (query: ModificationQuery) => Effect.Effect<ModificationLookup>
  /**
   * Lists the charges and refunds that were made since a time, in pages, and the disputes that may
   * have changed since. After a restore from a backup it returns what the books lack. Leave out
   * charges that have no reference of ours. If absent, such charges have to be found by hand.
   */
  readonly listChanges?: (query: ChangesQuery) => Effect.Effect<ChangeListing>
  /** The evidence against disputes. If absent, it is submitted in the provider's dashboard. */
  readonly evidence?: DisputeEvidence
  /** Reads a raw request from the provider. Returns none if its signature is not valid. */
  readonly readNotification: (
    mid: MidAccount,
    notification: RawNotification,
    known: KnownCharges
  ) => Effect.Effect<Option.Option<ReadonlyArray<ProviderNotification>>>
}

/** Returns true if the engine can learn what a payer did after the provider sent them away. */
export const learnsPayerOutcome = ({
  capabilities,
  resume
}: Pick<PaymentProvider, "capabilities" | "resume">): boolean =>
  capabilities.lookup || resume !== undefined || capabilities.notifications === true

/** Returns true if a provider serves a mode. */
export const servesMode = (
  { environment }: Pick<PaymentProvider, "environment">,
  mode: Mode
): boolean => environment === "both" || environment === mode
