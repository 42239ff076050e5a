import { PlanRetired } from "./billing/plans/errors.ts"
import {
  InstrumentInUse,
  PauseBehaviorUnsupported,
  PlanMigrationUnavailable,
  SubscriptionEnded,
  SubscriptionNotPastDue,
  SubscriptionNotPausable,
  SubscriptionNotPaused
} from "./billing/subscriptions/errors.ts"
import { EngineClosed } from "./Closing.ts"
import { VaultUnavailable } from "./cards/CardVault.ts"
import { InstrumentDetached } from "./cards/errors.ts"
import {
  PaymentInFlight,
  PaymentNotCapturable,
  PaymentNotRefundable,
  PaymentNotVoidable
} from "./charges/errors.ts"
import {
  SessionAlreadySucceeded,
  SessionNotOpen,
  SessionProcessing
} from "./checkout/sessions/errors.ts"
import { SessionTokenInvalid, SessionTokenMissing } from "./checkout/sessions/SessionToken.ts"
import {
  IdempotencyKeyInFlight,
  IdempotencyKeyInvalid,
  IdempotencyKeyMissing,
  IdempotencyMismatch
} from "./idempotency/errors.ts"
import { InvalidInput } from "./input/InvalidInput.ts"
import { ResourceNotFound } from "./input/ResourceNotFound.ts"
import { NotificationNotAuthentic, ProviderUnavailable } from "./providers/errors.ts"
import { AlongsideFailed } from "./storage/alongside.ts"
import { StorageContention } from "./storage/retryConflicts.ts"
import { StorageUnavailable } from "./storage/Storage.ts"
import { TransactionsNotShared } from "./storage/TransactionsNotShared.ts"
import {
  ApiKeyInvalid,
  ApiKeyMissing,
  SecretKeyRequired,
  ServiceVersionInvalid,
  ServiceVersionUnsupported,
  TenantReferenceTaken
} from "./tenants/errors.ts"

/** Everything that an operation may be refused with; each has its `_tag`. */
export type EngineError =
  | AlongsideFailed
  | ApiKeyInvalid
  | ApiKeyMissing
  | EngineClosed
  | IdempotencyKeyInFlight
  | IdempotencyKeyInvalid
  | IdempotencyKeyMissing
  | IdempotencyMismatch
  | InstrumentDetached
  | InstrumentInUse
  | InvalidInput
  | NotificationNotAuthentic
  | PauseBehaviorUnsupported
  | PaymentInFlight
  | PaymentNotCapturable
  | PaymentNotRefundable
  | PaymentNotVoidable
  | PlanRetired
  | PlanMigrationUnavailable
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
  | SubscriptionEnded
  | SubscriptionNotPastDue
  | SubscriptionNotPausable
  | SubscriptionNotPaused
  | TenantReferenceTaken
  | TransactionsNotShared
  | VaultUnavailable

/** The class of each; a new one doesn't compile until it is here. */
const classes: {
  readonly [Tag in EngineError["_tag"]]: new (
    ...fields: never
  ) => Extract<EngineError, { readonly _tag: Tag }>
} = {
  AlongsideFailed,
  ApiKeyInvalid,
  ApiKeyMissing,
  EngineClosed,
  IdempotencyKeyInFlight,
  IdempotencyKeyInvalid,
  IdempotencyKeyMissing,
  IdempotencyMismatch,
  InstrumentDetached,
  InstrumentInUse,
  InvalidInput,
  NotificationNotAuthentic,
  PauseBehaviorUnsupported,
  PaymentInFlight,
  PaymentNotCapturable,
  PaymentNotRefundable,
  PaymentNotVoidable,
  PlanRetired,
  PlanMigrationUnavailable,
  ProviderUnavailable,
  ResourceNotFound,
  SecretKeyRequired,
  SessionAlreadySucceeded,
  SessionNotOpen,
  SessionProcessing,
  SessionTokenInvalid,
  SessionTokenMissing,
  ServiceVersionInvalid,
  ServiceVersionUnsupported,
  StorageContention,
  StorageUnavailable,
  SubscriptionEnded,
  SubscriptionNotPastDue,
  SubscriptionNotPausable,
  SubscriptionNotPaused,
  TenantReferenceTaken,
  TransactionsNotShared,
  VaultUnavailable
}

const engineErrors = Object.values(classes)

/**
 * Whether what was caught is a refusal of the engine's: its `_tag` then tells which, and what it
 * carries. A declined payment is none, but an answer.
 *
 * @example
 * try {
 *   await shop.payments.capture(payment.id, {}, { idempotencyKey: "capture-1" })
 * } catch (error) {
 *   if (!isEngineError(error) || error._tag !== "PaymentNotCapturable") throw error
 *   console.log(`It is ${error.status}.`)
 * }
 */
export const isEngineError = (error: unknown): error is EngineError =>
  engineErrors.some((engineError) => error instanceof engineError)
