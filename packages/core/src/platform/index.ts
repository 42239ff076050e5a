/** The public names of storage, jobs, idempotency, pages and tenants. */

export { AlertCollection, AlertState, type AlertType } from "./events/AlertRecord.ts"
export type { EventDeclaration } from "./events/EventDeclaration.ts"
export * from "./events/EventRecord.ts"
export * from "./idempotency/Answer.ts"
export * from "./idempotency/errors.ts"
export * from "./idempotency/IdempotencyRecord.ts"
export type { JobDeclaration, Lane } from "./jobs/JobDeclaration.ts"
export { lateAfterMs } from "./jobs/lateAfterMs.ts"
export { lookUpDelayMs, postponeJob } from "./jobs/scheduleJob.ts"
export type { AnyCollection, EngineModule } from "./modules/EngineModule.ts"
export type {
  AnyOperation,
  ServiceDeclaration,
  WalkDeclaration
} from "./modules/ServiceDeclaration.ts"
export * from "./pagination/List.ts"
export type { BothWaysCursor, ForwardCursor, PageLimit } from "./pagination/ListQuery.ts"
export {
  type HttpRoute,
  type HttpRouteError,
  isKeyed,
  type QueryShape
} from "./routes/HttpRoute.ts"
export * from "./secrets/Deployment.ts"
export { holdStorage } from "./secrets/holdStorage.ts"
export { SecretShownOnce } from "./secrets/SecretShownOnce.ts"
export { SecretMismatch } from "./secrets/secretCheck.ts"
export * from "./storage/Change.ts"
export type * from "./storage/ChangeNotifications.ts"
export * from "./storage/Collection.ts"
export {
  type DocumentStep,
  NewerDocument,
  type StoredDocument
} from "./storage/DocumentStep.ts"
export { isErasure } from "./storage/erasure.ts"
export * from "./storage/feed.ts"
export type { HostTransaction, OpenTransaction } from "./storage/HostTransaction.ts"
export { type HostWrite, HostWriteFailed } from "./storage/hostWrites.ts"
export * from "./storage/Job.ts"
export * from "./storage/retryConflicts.ts"
export * from "./storage/Scope.ts"
export * from "./storage/Storage.ts"
export type * from "./storage/StorageCells.ts"
export { severalTenants } from "./storage/severalTenants.ts"
export { TransactionsNotShared } from "./storage/TransactionsNotShared.ts"
export { Actor, ActorType } from "./tenants/Actor.ts"
export * from "./tenants/ApiKey.ts"
export {
  accountSettings,
  type UpdateAccount,
  updateAccount
} from "./tenants/accountSettings.ts"
export * from "./tenants/apiKeys.ts"
export * from "./tenants/Caller.ts"
export * from "./tenants/createTenant.ts"
export * from "./tenants/errors.ts"
export * from "./tenants/Tenant.ts"
