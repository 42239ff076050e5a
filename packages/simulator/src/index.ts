/**
 * Runs whole engines for simulated years under faults, from one seed.
 *
 * @packageDocumentation
 */

export { type Coverage, type Unreached, unreached } from "./coverage/Coverage.ts"
export type { RunChanges } from "./ground/openGround.ts"
export { chooseHistory } from "./history/chooseHistory.ts"
export type {
  Call,
  CommitFault,
  ConsumerFault,
  History,
  Outage,
  ProviderKind,
  ReceiverFault,
  Step,
  World
} from "./history/History.ts"
export { leftOut } from "./operations/operations.ts"
export { writtenCoverage } from "./report/writtenCoverage.ts"
export { writtenTest, writtenTimeline } from "./report/writtenRun.ts"
export type { Run, TimelineLine } from "./run/Run.ts"
export { runHistory } from "./run/runHistory.ts"
export { type Fails, type Shrunk, shrinkHistory } from "./shrink/shrinkHistory.ts"
export { runSeed, type Simulated, type SimulateOptions, shortenRun, simulate } from "./simulate.ts"
