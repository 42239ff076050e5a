/**
 * The `payloom` command as functions, for programs.
 *
 * @packageDocumentation
 */

export { argumentComplaint } from "./argumentComplaint.ts"
export { backUpStore, type RestoredStore, restoreStore } from "./backup/backUpStore.ts"
export type { Example } from "./command/Command.ts"
export {
  commandReference,
  type DocumentedCommand,
  type DocumentedParameter
} from "./commandReference.ts"
export { type ConsoleAccess, type ConsoleSettings, consoleAccess } from "./console/consoleAccess.ts"
export { type ConsolePagesOptions, consolePages } from "./console/consolePages.ts"
export type { CopyProgress } from "./copy/CopyProgress.ts"
export { CopyRefused } from "./copy/CopyRefused.ts"
export type { Proof, ProvenBalance, ProvenCollection } from "./copy/prove.ts"
export { type Copied, type CopyOptions, copyStore } from "./copyStore.ts"
export {
  type ExportedSetup,
  type ReconcileCommandOptions,
  reconcileStore
} from "./reconcile/reconcileStore.ts"
export { isOtherAddress, isPostgres, storageAt } from "./storageAt.ts"
