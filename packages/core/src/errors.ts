import type { VaultUnavailable } from "./cards/CardVault.ts"
import type {
  IdempotencyKeyInFlight,
  IdempotencyKeyInvalid,
  IdempotencyKeyMissing,
  IdempotencyMismatch
} from "./idempotency/errors.ts"
import type { InvalidInput } from "./input/InvalidInput.ts"
import type {
  InstrumentDetached,
  PaymentInFlight,
  PaymentNotCapturable,
  PaymentNotRefundable,
  PaymentNotVoidable
} from "./payments/errors.ts"
import type { NotificationNotAuthentic } from "./providers/receiveNotification.ts"
import type { StorageContention } from "./storage/retryConflicts.ts"
import type { StorageUnavailable } from "./storage/Storage.ts"
import type {
  ApiKeyInvalid,
  ApiKeyMissing,
  ResourceNotFound,
  SecretKeyRequired,
  ServiceVersionInvalid,
  ServiceVersionUnsupported,
  TenantReferenceTaken
} from "./tenants/errors.ts"

/** Everything that an operation may be refused with; each has its `_tag`. */
export type EngineError =
  | ApiKeyInvalid
  | ApiKeyMissing
  | IdempotencyKeyInFlight
  | IdempotencyKeyInvalid
  | IdempotencyKeyMissing
  | IdempotencyMismatch
  | InstrumentDetached
  | InvalidInput
  | NotificationNotAuthentic
  | PaymentInFlight
  | PaymentNotCapturable
  | PaymentNotRefundable
  | PaymentNotVoidable
  | ResourceNotFound
  | SecretKeyRequired
  | ServiceVersionInvalid
  | ServiceVersionUnsupported
  | StorageContention
  | StorageUnavailable
  | TenantReferenceTaken
  | VaultUnavailable
