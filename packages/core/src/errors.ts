import type { EngineClosed } from "./Closing.ts"
import type { VaultUnavailable } from "./cards/CardVault.ts"
import type { InstrumentDetached } from "./cards/errors.ts"
import type {
  PaymentInFlight,
  PaymentNotCapturable,
  PaymentNotRefundable,
  PaymentNotVoidable
} from "./charges/errors.ts"
import type {
  SessionAlreadySucceeded,
  SessionNotOpen,
  SessionProcessing
} from "./checkout/sessions/errors.ts"
import type { SessionTokenInvalid, SessionTokenMissing } from "./checkout/sessions/SessionToken.ts"
import type {
  IdempotencyKeyInFlight,
  IdempotencyKeyInvalid,
  IdempotencyKeyMissing,
  IdempotencyMismatch
} from "./idempotency/errors.ts"
import type { InvalidInput } from "./input/InvalidInput.ts"
import type { ResourceNotFound } from "./input/ResourceNotFound.ts"
import type { NotificationNotAuthentic, ProviderUnavailable } from "./providers/errors.ts"
import type { StorageContention } from "./storage/retryConflicts.ts"
import type { StorageUnavailable } from "./storage/Storage.ts"
import type {
  ApiKeyInvalid,
  ApiKeyMissing,
  SecretKeyRequired,
  ServiceVersionInvalid,
  ServiceVersionUnsupported,
  TenantReferenceTaken
} from "./tenants/errors.ts"

/** Everything that an operation may be refused with; each has its `_tag`. */
export type EngineError =
  | ApiKeyInvalid
  | ApiKeyMissing
  | EngineClosed
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
  | ProviderUnavailable
  | ResourceNotFound
  | SecretKeyRequired
  | SessionAlreadySucceeded
  | SessionNotOpen
  | SessionProcessing
  | SessionTokenInvalid
  | SessionTokenMissing
  | ServiceVersionInvalid
  | ServiceVersionUnsupported
  | StorageContention
  | StorageUnavailable
  | TenantReferenceTaken
  | VaultUnavailable
