import type { Effect, Option } from "effect"
import type { Mode } from "../storage/Scope.ts"
import type { PaymentMethod } from "../values/PaymentMethod.ts"
import type { Millis } from "../values/Timestamp.ts"
import type { ChargeLookup, ChargeOutcome } from "./ChargeOutcome.ts"
import type { ChargeSource } from "./ChargeSource.ts"
import type { DeclineTable } from "./declineTable.ts"
import type { ModificationLookup, ModificationOutcome } from "./ModificationOutcome.ts"
import type { ProviderNotice, RawNotification } from "./ProviderNotice.ts"
import type { ThreeDsAuthentication } from "./ThreeDsAuthentication.ts"

/** What a provider can do, declared when it is registered. */
export interface ProviderCapabilities {
  readonly methods: ReadonlyArray<PaymentMethod>
  /** The wallets it takes, where it takes the method; by their names, such as `apple_pay`. */
  readonly wallets?: ReadonlyArray<string>
  /** The alternative payment methods it takes, where it takes any; such as `ideal`. */
  readonly apms?: ReadonlyArray<string>
  readonly currencies: ReadonlyArray<string> | "any"
  readonly refunds: "partial" | "full" | "none"
  readonly manualCapture: boolean
  readonly partialCapture: boolean
  /** For how many hours it charges once per reference, however often that is sent; 0 for never. */
  readonly dedupesForHours: number
  /** Whether it can be asked about a charge by our reference. */
  readonly lookup: boolean
  /** For how many minutes after an absent lookup a charge may still appear. */
  readonly settleWindowMinutes: number
  /** For how many hours an uncaptured authorisation holds, by card brand. */
  readonly holdHours: { readonly [brand: string]: number; readonly default: number }
  /** Whether card data reaches it through the card relay (`relay_used` of an attempt). */
  readonly usesCardRelay: boolean
}

/** The merchant account a call is made on. */
export interface MidAccount {
  readonly id: string
  /** Where the embedder keeps the account's credentials; the engine only passes it on. */
  readonly credentials: string
}

/** A charge to be made, as a provider is asked for it. Amounts are minor units. */
export interface ChargeRequest {
  /** Our attempt id: fixed before the call, the key for de-duplication and lookup. */
  readonly reference: string
  readonly mid: MidAccount
  readonly amount: bigint
  readonly currency: string
  /** Whether to take the money now rather than hold it. */
  readonly capture: boolean
  readonly source: ChargeSource
  /**
   * Where to send the payer back to who had to go elsewhere; null where no payer is there, and a
   * charge that needs one is of no use.
   */
  readonly returnUrl: string | null
  readonly type: "one_off" | "subscription_initial" | "subscription_rebill" | "moto" | "verify"
  readonly initiator: "customer" | "merchant"
  /** The stored-credential agreement this charge starts or continues. */
  readonly agreement: {
    readonly usage: "recurring" | "unscheduled" | "installment"
    readonly position: "first" | "subsequent"
    readonly networkReference: string | null
  } | null
  readonly billingAddress: {
    readonly country: string | null
    readonly postalCode: string | null
  } | null
  /** Milliseconds since the epoch; past this moment the call must not be sent any more. */
  readonly sendBefore: Millis
  /** What the issuer vouched for, where the payer or their device was authenticated. */
  readonly threeDs: Option.Option<ThreeDsAuthentication>
}

/** A charge known to the provider, by both references. */
export interface ChargeReference {
  readonly mid: MidAccount
  /** Our attempt id. */
  readonly reference: string
  readonly providerReference: string
}

/** A charge whose payer is back from where it sent them. */
export interface ResumeRequest extends ChargeReference {
  /** Milliseconds since the epoch; past this moment the call must not be sent any more. */
  readonly sendBefore: Millis
}

/** A capture, void or refund to be carried out. The amount is minor units. */
export interface ModificationRequest {
  /** Our capture, void or refund id: the key for de-duplication and lookup. */
  readonly reference: string
  readonly charge: ChargeReference
  readonly amount: bigint
  readonly currency: string
  readonly sendBefore: Millis
}

/** Asks what became of a capture, void or refund, by our reference. */
export interface ModificationQuery {
  readonly kind: "capture" | "void" | "refund"
  readonly reference: string
  readonly charge: ChargeReference
}

/**
 * A connection to a payment provider. Nothing here fails: what goes wrong is an answer. A provider
 * must offer lookup or de-duplication by reference, or it can't be registered.
 */
export interface PaymentProvider {
  readonly name: string
  /**
   * Which modes it serves. One that is for tests alone moves no money, so no live MID can name it,
   * and one that is live alone moves real money, so no test MID can.
   */
  readonly environment: "test" | "live" | "both"
  readonly capabilities: ProviderCapabilities
  /** What its own decline codes mean. */
  readonly declines: DeclineTable
  readonly charge: (request: ChargeRequest) => Effect.Effect<ChargeOutcome>
  readonly lookup: (by: {
    readonly mid: MidAccount
    readonly reference: string
  }) => Effect.Effect<ChargeLookup>
  /**
   * Finishes a charge whose payer is back, for providers that wait to be told; without it the
   * charge is looked up.
   */
  readonly resume?: (request: ResumeRequest) => Effect.Effect<ChargeOutcome>
  /** Gives up a charge that waits for its payer, as far as the provider lets it. */
  readonly cancel: (charge: ChargeReference) => Effect.Effect<void>
  readonly capture: (request: ModificationRequest) => Effect.Effect<ModificationOutcome>
  readonly void: (request: ModificationRequest) => Effect.Effect<ModificationOutcome>
  readonly refund: (request: ModificationRequest) => Effect.Effect<ModificationOutcome>
  readonly lookupModification: (query: ModificationQuery) => Effect.Effect<ModificationLookup>
  /** What a raw request from the provider tells, or none where its signature does not hold. */
  readonly readNotification: (
    mid: MidAccount,
    notification: RawNotification
  ) => Effect.Effect<Option.Option<ReadonlyArray<ProviderNotice>>>
}

/** Whether a provider serves a mode. */
export const servesMode = (
  { environment }: Pick<PaymentProvider, "environment">,
  mode: Mode
): boolean => environment === "both" || environment === mode
