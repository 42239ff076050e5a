import { PlanRetired } from "../billing/plans/errors.ts"
import {
  InstrumentInUse,
  PauseBehaviorUnsupported,
  PlanMigrationUnavailable,
  SubscriptionEnded,
  SubscriptionNotPastDue,
  SubscriptionNotPausable,
  SubscriptionNotPaused,
  SubscriptionUnpaid
} from "../billing/subscriptions/errors.ts"
import { CustomerErased } from "../cards/customers/errors.ts"
import { InstrumentDetached } from "../cards/saved/errors.ts"
import { VaultUnavailable } from "../cards/vault/CardVault.ts"
import {
  SessionAlreadySucceeded,
  SessionNotOpen,
  SessionProcessing
} from "../checkout/sessions/errors.ts"
import { SessionTokenInvalid, SessionTokenMissing } from "../checkout/sessions/SessionToken.ts"
import { CustomerInUse } from "../erasure/errors.ts"
import { InvalidInput } from "../kernel/input/InvalidInput.ts"
import { ResourceNotFound } from "../kernel/input/ResourceNotFound.ts"
import { EngineClosed } from "../kernel/Shutdown.ts"
import {
  PaymentInFlight,
  PaymentNotCapturable,
  PaymentNotRefundable,
  PaymentNotVoidable
} from "../payments/charges/errors.ts"
import { EvidenceNotTaken } from "../payments/disputes/evidence/errors.ts"
import {
  IdempotencyKeyInFlight,
  IdempotencyKeyInvalid,
  IdempotencyKeyMissing,
  IdempotencyMismatch
} from "../platform/idempotency/errors.ts"
import { SecretShownOnce } from "../platform/secrets/SecretShownOnce.ts"
import { HostWriteFailed } from "../platform/storage/hostWrites.ts"
import { StorageContention } from "../platform/storage/retryConflicts.ts"
import { StorageUnavailable } from "../platform/storage/Storage.ts"
import { TransactionsNotShared } from "../platform/storage/TransactionsNotShared.ts"
import {
  ApiKeyInvalid,
  ApiKeyMissing,
  SecretKeyRequired,
  ServiceVersionInvalid,
  ServiceVersionUnsupported,
  TenantReferenceTaken
} from "../platform/tenants/errors.ts"
import { PortalActionNotAllowed } from "../portal/sessions/openVisit.ts"
import { NotificationNotAuthentic, ProviderUnavailable } from "../providers/errors.ts"

/** The errors that operations are refused with. Each has its `_tag`. */
export type EngineError =
  | HostWriteFailed
  | ApiKeyInvalid
  | ApiKeyMissing
  | CustomerErased
  | CustomerInUse
  | EngineClosed
  | EvidenceNotTaken
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
  | PortalActionNotAllowed
  | ProviderUnavailable
  | ResourceNotFound
  | SecretKeyRequired
  | SecretShownOnce
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
  | SubscriptionUnpaid
  | TenantReferenceTaken
  | TransactionsNotShared
  | VaultUnavailable

/** The classes by tag. A new error doesn't compile until it is here. */
const classes: {
  readonly [Tag in EngineError["_tag"]]: new (
    ...fields: never
  ) => Extract<EngineError, { readonly _tag: Tag }>
} = {
  HostWriteFailed,
  ApiKeyInvalid,
  ApiKeyMissing,
  CustomerErased,
  CustomerInUse,
  EngineClosed,
  EvidenceNotTaken,
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
  PortalActionNotAllowed,
  ProviderUnavailable,
  ResourceNotFound,
  SecretKeyRequired,
  SecretShownOnce,
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
  SubscriptionUnpaid,
  TenantReferenceTaken,
  TransactionsNotShared,
  VaultUnavailable
}

const engineErrors = Object.values(classes)

/** Returns true for the tag of an error of core. */
export const isEngineErrorTag = (tag: string): boolean => tag in classes

/**
 * Returns true for an error of the engine. Its `_tag` names it and gives its fields. A declined
 * payment is not an error. It is an answer.
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
