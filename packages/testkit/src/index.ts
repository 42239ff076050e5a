/**
 * Everything for tests with Payloom: the sandbox, memory storage, and contract suites for
 * adapters.
 *
 * @packageDocumentation
 */

export { type AuditedStorage, auditStorage } from "./audit/auditStorage.ts"
export { everyRow } from "./audit/everyRow.ts"
export { sandboxBooks, storedRows } from "./audit/storedRows.ts"
export { type WatchedStorage, watchedStorage } from "./audit/watchedStorage.ts"
export {
  type ManualClock,
  type ManualClockOptions,
  manualClock,
  settled
} from "./clock/manualClock.ts"
export { takingRealTime } from "./clock/realTime.ts"
export {
  applyFaults,
  type Fault,
  type FaultGround,
  type FaultPlan,
  type FaultSubject,
  faultNames
} from "./faults/faultPlan.ts"
export {
  type CommitFault,
  type MortalStorage,
  mortalStorage,
  ProcessDied
} from "./faults/mortalStorage.ts"
export type { MeetNth } from "./faults/nthMet.ts"
export type {
  AnyModule,
  ModuleHarness,
  ModuleLife,
  ModuleRule,
  ModuleStep
} from "./modules/ModuleHarness.ts"
export { moduleContract } from "./modules/moduleContract.ts"
export type {
  Breakdown,
  DisputesAtBackend,
  ProviderBackend,
  ProviderFaults,
  ProviderHarness,
  ProviderRule,
  ProviderSources
} from "./providers/ProviderHarness.ts"
export { plainCharge } from "./providers/plainCharge.ts"
export { providerContract } from "./providers/providerContract.ts"
export type { ChargeState, ModificationState } from "./sandbox/bankCharge.ts"
export type { BankPost, NotificationFault, NotifyOptions } from "./sandbox/bankPost.ts"
export type { CardName } from "./sandbox/cardConduct.ts"
export * from "./sandbox/cardField.ts"
export {
  type ChargeConduct,
  chargeThat,
  type LookupConduct,
  lookupThat,
  type ModificationConduct,
  modificationThat
} from "./sandbox/conduct.ts"
export type {
  BankChargeView,
  BankModificationView,
  BankTotals,
  Doubled,
  SandboxBank
} from "./sandbox/SandboxBank.ts"
export type {
  SandboxScript,
  ScriptEntry,
  ScriptedCall,
  ScriptOptions
} from "./sandbox/SandboxScript.ts"
export * from "./sandbox/sandbox.ts"
export * from "./sandbox/sandboxAccounts.ts"
export { type SandboxProviderOptions, sandboxCapabilities } from "./sandbox/sandboxCapabilities.ts"
export * from "./sandbox/sandboxDeclines.ts"
export type { BankDisputeNotification } from "./sandbox/sandboxDisputes.ts"
export { type SandboxApm, sandboxApms, sandboxWallets } from "./sandbox/sandboxMethods.ts"
export { NothingToNotify, type SandboxNotifications } from "./sandbox/sandboxNotifications.ts"
export type { DeskRefund } from "./sandbox/sandboxRefunds.ts"
export { type SandboxReturns, sandboxActionKind, sandboxReturn } from "./sandbox/sandboxReturns.ts"
export type { SandboxShop, ShopToOpen } from "./sandbox/sandboxShop.ts"
export type { TokenAccount } from "./sandbox/sandboxTokens.ts"
export { notificationHeaders } from "./sandbox/signedNotification.ts"
export {
  type TestCard,
  type TestCardName,
  testCardByNumber,
  testCards
} from "./sandbox/testCards.ts"
export { type CardDeed, testCardsThat } from "./sandbox/testCardsThat.ts"
export { chartOf } from "./simulation/chart.ts"
export type { Span } from "./simulation/duration.ts"
export type { MonthFigures } from "./simulation/figures.ts"
export { numberedCard } from "./simulation/numberedCard.ts"
export {
  type SimulatedCard,
  type SimulatedTerms,
  type Simulation,
  type SimulationOptions,
  simulation
} from "./simulation/simulation.ts"
export { formatMoney, type TimelineLine, timelineOf } from "./simulation/timeline.ts"
export type {
  DurableOpenedStorage,
  DurableStorageHarness,
  OpenedStorage,
  SharedOpenedStorage,
  SharedStorageHarness,
  StorageHarness,
  StorageRule
} from "./storage/contract/StorageRule.ts"
export { type MemoryOptions, memory } from "./storage/memory.ts"
export { openStorage } from "./storage/openStorage.ts"
export { type Ask, storageBy } from "./storage/storageBy.ts"
export type {
  TypedCard,
  VaultHarness,
  VaultNetworkTokens,
  VaultRule,
  VaultService,
  WalletCard,
  WalletPayload
} from "./vaults/VaultHarness.ts"
export { vaultContract } from "./vaults/vaultContract.ts"
