import type {
  AttemptRecord,
  DisputeRecord,
  LedgerGroup,
  ModificationRecord,
  PaymentRecord
} from "@payloom/core"
import type { BankChargeView, BankModificationView } from "../sandbox/SandboxBank.ts"

/** All records of one payment, in the store and at the bank. */
export interface PaymentFile {
  readonly payment: PaymentRecord
  /** Oldest first. */
  readonly attempts: ReadonlyArray<AttemptRecord>
  readonly modifications: ReadonlyArray<ModificationRecord>
  readonly disputes: ReadonlyArray<DisputeRecord>
  readonly groups: ReadonlyArray<LedgerGroup>
  /** The bank's charges whose references are ids of the attempts. */
  readonly charges: ReadonlyArray<BankChargeView>
  /** The bank's captures, voids, refunds and increments of these charges. */
  readonly changes: ReadonlyArray<BankModificationView>
  /** Kind and subject of every job in the store. */
  readonly jobs: ReadonlySet<string>
  /** The names of the providers that charge at this bank, or null if all do. */
  readonly providers: ReadonlySet<string> | null
}
