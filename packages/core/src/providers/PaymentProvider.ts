import type { Effect, Option } from "effect"
import type { PaymentMethod } from "../kernel/primitives/PaymentMethod.ts"
import type { Millis } from "../kernel/primitives/Timestamp.ts"
import type { Mode } from "../platform/storage/Scope.ts"
import type { ChangedDetail, ChargeDetails } from "./ChargeDetails.ts"
import type { CancelOutcome, ChargeLookup, ChargeOutcome } from "./ChargeOutcome.ts"
import type { ChargeSource } from "./ChargeSource.ts"
import type { DeclineTable } from "./declineTable.ts"
import type { ModificationLookup, ModificationOutcome } from "./ModificationOutcome.ts"
import type { PayerReturn } from "./PayerReturn.ts"
import type { ProviderNotification, RawNotification } from "./ProviderNotification.ts"
import type { ThreeDsAuthentication } from "./ThreeDsAuthentication.ts"

/** What a provider can do, declared when it is registered. */
export interface ProviderCapabilities {
  /** How it can be paid by. */
  readonly methods: ReadonlyArray<PaymentMethod>
  /** The wallets it takes, where it takes the method; by their names, such as `apple_pay`. */
  readonly wallets?: ReadonlyArray<string>
  /** The alternative payment methods it takes, where it takes any; such as `ideal`. */
  readonly apms?: ReadonlyArray<string>
  /** What it settles: ISO 4217 codes. */
  readonly currencies: ReadonlyArray<string> | "any"
  /** Whether it gives back a part of what was captured, only all of it, or nothing. */
  readonly refunds: "partial" | "full" | "none"
  /** Whether it can hold money for a capture. */
  readonly manualCapture: boolean
  /** Whether it can capture less than it holds, and release the rest. */
  readonly partialCapture: boolean
  /** For how many hours it charges once per reference, however often that is sent; 0 for never. */
  readonly dedupesForHours: number
  /** Whether it can be asked about a charge by our reference. */
  readonly lookup: boolean
  /** Whether it tells of what became of every charge, by notifications; it doesn't if absent. */
  readonly notifications?: boolean
  /** For how many minutes after an absent lookup a charge may still appear. */
  readonly settleWindowMinutes: number
  /** For how many hours an uncaptured authorisation holds, by card brand such as `visa`. */
  readonly holdHours: { readonly [brand: string]: number; readonly default: number }
  /**
   * The smallest step of an amount in minor units, for currencies in which it isn't 1: a finer
   * amount is refused before anything is sent.
   */
  readonly amountStep?: { readonly [currency: string]: bigint }
  /** Whether card data reaches it through the card relay (`relay_used` of an attempt). */
  readonly usesCardRelay: boolean
}

/** The merchant account a call is made on. */
export interface MidAccount {
  /** The id of the merchant account. */
  readonly id: string
  /** Where the embedder keeps the account's credentials; the engine only passes it on. */
  readonly credentials: string
}

/** A charge to be made, as a provider is asked for it. Amounts are minor units. */
export interface ChargeRequest extends ChargeDetails {
  /** Our attempt id: fixed before the call, the key for de-duplication and lookup. */
  readonly reference: string
  /** The account to charge on. */
  readonly mid: MidAccount
  /** In minor units of the currency; 0 where a card is only to be checked. */
  readonly amount: bigint
  /** An ISO 4217 code. */
  readonly currency: string
  /** Whether to take the money now rather than hold it. */
  readonly capture: boolean
  /** What is charged. */
  readonly source: ChargeSource
  /**
   * Where to send the payer back to who had to go elsewhere; null where no payer is there, and a
   * charge that needs one is of no use.
   */
  readonly returnUrl: string | null
  /** Decides the scheme framing; `verify` is a check of a card. */
  readonly type: "one_off" | "subscription_initial" | "subscription_rebill" | "moto" | "verify"
  /** Who set the charge off: the payer, who is there, or the merchant. */
  readonly initiator: "customer" | "merchant"
  /** The stored-credential agreement this charge starts or continues. */
  readonly agreement: {
    readonly usage: "recurring" | "unscheduled" | "installment"
    readonly position: "first" | "subsequent"
    /** The scheme's reference of the first payment; null in that one, or where none was told. */
    readonly networkReference: string | null
  } | null
  /** Milliseconds since the epoch; past this moment the call must not be sent any more. */
  readonly sendBefore: Millis
  /** What the issuer vouched for; null where neither the payer nor their device was asked. */
  readonly threeDs: ThreeDsAuthentication | null
  /**
   * True if the charge may have been sent before under the same reference. `AccountUnavailable` and
   * `NotSent` then describe this call alone and decide nothing. `Declined` is the charge's outcome.
   */
  readonly isResent?: boolean
}

/** A charge known to the provider, by both references. */
export interface ChargeReference {
  /** The account that was charged on. */
  readonly mid: MidAccount
  /** Our attempt id. */
  readonly reference: string
  /** What the provider calls it; our attempt id where it never said. */
  readonly providerReference: string
}

/** All there is to look a charge up by. The amount is minor units. */
export interface ChargeQuery {
  /** The account that was charged on. */
  readonly mid: MidAccount
  /** Our attempt id. */
  readonly reference: string
  /** What the provider called it; null where it never said. */
  readonly providerReference: string | null
  /** When it was made, milliseconds since the epoch: it was sent soon after. */
  readonly created: Millis
  /** When it is looked up, by the same clock as `created`; absent if it isn't being looked up. */
  readonly askedAt?: Millis
  /** What was to be charged, in minor units of the currency. */
  readonly amount: bigint
  /** An ISO 4217 code. */
  readonly currency: string
  /** As it was in the request to charge. */
  readonly type: ChargeRequest["type"]
  /** Whether the money was to be taken at once. */
  readonly capture: boolean
}

/** A charge whose payer is back from where it sent them. The amount is minor units. */
export interface ResumeRequest extends ChargeReference {
  /** What is to be charged, in minor units of the currency. */
  readonly amount: bigint
  /** An ISO 4217 code. */
  readonly currency: string
  /** What the provider gave along when it asked for the payer. */
  readonly state: string | null
  /** What the payer brought back; null where the page that they came to handed nothing on. */
  readonly returned: PayerReturn | null
  /** Milliseconds since the epoch; past this moment the call must not be sent any more. */
  readonly sendBefore: Millis
}

/** A capture, void or refund to be carried out. The amount is minor units. */
export interface ModificationRequest {
  /** Our capture, void or refund id: the key for de-duplication and lookup. */
  readonly reference: string
  /** The charge that it is of. */
  readonly charge: ChargeReference
  /** In minor units of the currency. */
  readonly amount: bigint
  /** An ISO 4217 code. */
  readonly currency: string
  /** Milliseconds since the epoch; past this moment the call must not be sent any more. */
  readonly sendBefore: Millis
}

/** Asks what became of a capture, void or refund, by our reference. */
export interface ModificationQuery {
  readonly kind: "capture" | "void" | "refund"
  /** Our capture, void or refund id. The provider never saw that of a refund made elsewhere. */
  readonly reference: string
  /** The provider's own; null where it gave none yet. */
  readonly providerReference: string | null
  /** The charge that it is of. */
  readonly charge: ChargeReference
}

/** A charge that a notification tells of, as the engine has it. */
export interface KnownCharge extends ChargeQuery {
  /** Whether it is still to be decided, so that what the notification tells of it decides it. */
  readonly isInFlight: boolean
}

/** What the engine knows of charges that a notification tells of. */
export interface KnownCharges {
  /** How a charge of this account was asked for, by our attempt id; none where it has no such. */
  readonly attempt: (reference: string) => Effect.Effect<Option.Option<KnownCharge>>
}

/**
 * A connection to a payment provider. Nothing here fails: what goes wrong is an answer. A provider
 * must offer lookup or de-duplication by reference, and one that sends payers away a way to hear
 * what they did: `lookup`, `resume` or notifications. Else it can't be registered.
 */
export interface PaymentProvider {
  /** 1 to 40 lower-case letters, digits, `-` or `_`; merchant accounts name it. */
  readonly name: string
  /**
   * Which modes it serves. One that is for tests alone moves no money, so no live MID can name it,
   * and one that is live alone moves real money, so no test MID can.
   */
  readonly environment: "test" | "live" | "both"
  /** What it can do. */
  readonly capabilities: ProviderCapabilities
  /** What its own decline codes mean. */
  readonly declines: DeclineTable
  /** Charges, or holds, once per reference. */
  readonly charge: (request: ChargeRequest) => Effect.Effect<ChargeOutcome>
  /** What became of a charge, by our own reference. */
  readonly lookup: (by: ChargeQuery) => Effect.Effect<ChargeLookup>
  /**
   * Whether an account can be charged by a source, beside what the capabilities say; all can where
   * this is absent. Routing asks it, and passes over the accounts that can't. At once and pure.
   */
  readonly canCharge?: (source: ChargeSource, mid: MidAccount) => boolean
  /**
   * Returns the texts of a charge that the provider is told otherwise than they were given: cut,
   * written in other letters, or left out. `payments.explain` shows them. None without it. At once
   * and pure.
   */
  readonly changedDetails?: (
    details: ChargeDetails,
    source: ChargeSource
  ) => ReadonlyArray<ChangedDetail>
  /**
   * Finishes a charge whose payer is back, for providers that wait to be told; without it the
   * charge is looked up.
   */
  readonly resume?: (request: ResumeRequest) => Effect.Effect<ChargeOutcome>
  /**
   * Gives up a charge that waits for its payer. Once it says `Canceled` nobody can pay it any more:
   * another charge is made in its place. Where that isn't certain it is `NotCanceled`.
   */
  readonly cancel: (charge: ChargeReference) => Effect.Effect<CancelOutcome>
  /** Takes what a charge holds, or less of it, which releases the rest; once per reference. */
  readonly capture: (request: ModificationRequest) => Effect.Effect<ModificationOutcome>
  /** Gives back what a charge holds, before any capture; once per reference. */
  readonly void: (request: ModificationRequest) => Effect.Effect<ModificationOutcome>
  /** Gives back what was captured, or less of it; once per reference. */
  readonly refund: (request: ModificationRequest) => Effect.Effect<ModificationOutcome>
  /** What became of a capture, void or refund, by our own reference. */
  readonly lookupModification: (query: ModificationQuery) => Effect.Effect<ModificationLookup>
  /** What a raw request from the provider tells, or none where its signature does not hold. */
  readonly readNotification: (
    mid: MidAccount,
    notification: RawNotification,
    known: KnownCharges
  ) => Effect.Effect<Option.Option<ReadonlyArray<ProviderNotification>>>
}

/** Whether the engine hears what a payer did whom a provider sent away. */
export const tellsOfPayers = ({
  capabilities,
  resume
}: Pick<PaymentProvider, "capabilities" | "resume">): boolean =>
  capabilities.lookup || resume !== undefined || capabilities.notifications === true

/** Whether a provider serves a mode. */
export const servesMode = (
  { environment }: Pick<PaymentProvider, "environment">,
  mode: Mode
): boolean => environment === "both" || environment === mode
