import type {
  AttemptRecord,
  DisputeRecord,
  LedgerGroup,
  ModificationRecord,
  PaymentRecord
} from "@payloom/core"
import type { BankChargeView } from "../sandbox/SandboxBank.ts"

/** Everything there is about one payment, here and at the bank. */
export interface PaymentFile {
  readonly payment: PaymentRecord
  /** Oldest first. */
  readonly attempts: ReadonlyArray<AttemptRecord>
  readonly modifications: ReadonlyArray<ModificationRecord>
  readonly disputes: ReadonlyArray<DisputeRecord>
  readonly groups: ReadonlyArray<LedgerGroup>
  /** What the bank has under the references of the attempts. */
  readonly charges: ReadonlyArray<BankChargeView>
  /** Kind and subject of every job there is. */
  readonly jobs: ReadonlySet<string>
  /** The names of the providers that charge at the bank; null where all do. */
  readonly providers: ReadonlySet<string> | null
}
