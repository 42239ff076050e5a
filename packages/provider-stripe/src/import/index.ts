/**
 * Moves customers, cards and running subscriptions from Stripe Billing to Payloom.
 *
 * @packageDocumentation
 */

export type { StripeConnection } from "./apiReader.ts"
export type { CopyCounts } from "./copyAccount.ts"
export type { CardCounts } from "./copyCards.ts"
export { ExportUnreadable } from "./fileReader.ts"
export type { FreezeCounts } from "./freezeAccount.ts"
export type { GiveBackCounts } from "./giveBackAccount.ts"
export type { ImportProgress } from "./ImportSession.ts"
export {
  importFromStripe,
  type StripeImport,
  type StripeImportOptions
} from "./importFromStripe.ts"
export type { ImportStatus, StateSum } from "./importStatus.ts"
export type { PlannedSubscription } from "./planImport.ts"
export { reasonText } from "./reasons.ts"
export type { TakeOverCounts } from "./takeOverAccount.ts"
export type {
  ImportFinding,
  ImportFindingCode,
  ImportSums,
  ImportVerification
} from "./verifyAccount.ts"
