/** The state of a charge in the books of its provider. */
export type ProviderChargeState =
  | "requires_action"
  | "pending"
  | "declined"
  | "authorized"
  | "captured"
  | "refunded"
  | "voided"
  | "expired"
  | "returned"

/** A charge in the books of a provider. Amounts are in minor units. */
export interface ProviderCharge {
  /** Our reference: the id of the attempt. */
  readonly reference: string
  readonly currency: string
  /** The approved amount. */
  readonly amount: bigint
  readonly state: ProviderChargeState
  /** The captured amount, less what was taken back. */
  readonly captured: bigint
  /** The refunded amount, less refunds that came back. */
  readonly refunded: bigint
}

/** A capture, void or refund in the books of a provider. */
export interface ProviderChange {
  readonly kind: "capture" | "void" | "refund" | "increment"
  /** Our reference, or the provider's own if it was made in its dashboard. */
  readonly reference: string
  readonly providerReference: string
  /** The reference of its charge. */
  readonly charge: string
  /** In minor units. */
  readonly amount: bigint
  readonly currency: string
  readonly state: "pending" | "succeeded" | "failed" | "hold_expired" | "reversed"
  /** The parts of a refund that other accounts paid. Absent if the provider doesn't say. */
  readonly splits?: ReadonlyArray<{ readonly account: string; readonly amount: bigint }>
}

/** The books of one or several providers, as they are now. */
export interface ProviderBooks {
  /** The names of these providers, as attempts have them. Attempts at others are not compared. */
  readonly providers: ReadonlyArray<string>
  readonly charges: ReadonlyArray<ProviderCharge>
  readonly changes: ReadonlyArray<ProviderChange>
}
