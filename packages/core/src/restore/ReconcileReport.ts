import type { ErasedAgain } from "../erasure/eraseAgain.ts"
import type { Acting } from "../operators/audit/Acting.ts"
import type { Scope } from "../platform/storage/Scope.ts"

/** The options of a reconciliation with providers. */
export interface ReconcileStoreOptions {
  /**
   * The earliest time of a change to compare, in milliseconds since the epoch. Default: a day
   * before the backup from which the storage was restored, or a day ago.
   */
  readonly since?: number
  /** If true, nothing is changed: the report has what would be booked. */
  readonly reportOnly?: boolean
  /**
   * If true, a restored storage is released although something is left for a person. Do this after
   * you have compared the rest by hand.
   */
  readonly acceptRest?: boolean
  /**
   * The person or program of the entries in the audit log. Default: the command
   * `Payloom.reconcile`.
   */
  readonly by?: Acting
  /** Called after each account. */
  readonly onAccount?: (account: ReconciledAccount) => void
}

/** A difference between the books and a provider. */
export interface ReconcileFinding {
  /**
   * - `adopted`: a charge that the books lack.
   * - `settled`: an attempt that was in flight.
   * - `changed`: a charge whose state differs.
   * - `modification`: a capture, void, refund or increment that was in flight or has changed.
   * - `refund`: a refund that the books lack, or whose state differs.
   * - `dispute`: a dispute that the books lack, or that has changed.
   */
  readonly kind: "adopted" | "settled" | "changed" | "modification" | "refund" | "dispute"
  /** Our reference, or the provider's of a refund or dispute that the engine did not request. */
  readonly reference: string
  /** The payment. Null if none could be found. */
  readonly payment: string | null
  /** In minor units of the currency. Null if the provider doesn't say. */
  readonly amount: bigint | null
  readonly currency: string | null
  /** The state at the provider. */
  readonly state: string
  /** True if the books have it now. */
  readonly isBooked: boolean
  /** The task of a person, as a sentence. Null if there is none. */
  readonly rest: string | null
}

/** A merchant account, compared with its provider. */
export interface ReconciledAccount {
  readonly scope: Scope
  /** The id of the merchant account. */
  readonly mid: string
  readonly provider: string
  /**
   * True if the provider listed its charges. Otherwise charges that were made after the backup are
   * not known, unless their attempts were in the backup.
   */
  readonly isListed: boolean
  /** The number of charges that were compared. */
  readonly compared: number
  readonly findings: ReadonlyArray<ReconcileFinding>
  /** The reasons why the account could not be compared wholly. None if it was. */
  readonly problems: ReadonlyArray<string>
}

/** The result of a reconciliation with providers. */
export interface ReconcileReport {
  /** The earliest time that was compared, in milliseconds since the epoch. */
  readonly since: number
  /** The time of the backup. Null if the storage was not restored. */
  readonly restoredFrom: number | null
  readonly accounts: ReadonlyArray<ReconciledAccount>
  /** The customers who were erased after the backup, by the setup's erasure log. */
  readonly erased: ReadonlyArray<ErasedAgain>
  /** The number of findings that the books have now. */
  readonly booked: number
  /** The number of findings, problems and customers that are left for a person. */
  readonly left: number
  /**
   * The number of subscriptions whose billing job is due, so they may be charged as soon as an
   * engine with workers starts.
   */
  readonly renewalsDue: number
  /** True if engines may start on the storage. */
  readonly isReleased: boolean
}
