export type {
  Breakdown,
  CallKind,
  EventFaults,
  FakeFaults,
  Fault,
  FaultChances,
  SignedEvent
} from "@payloom/testkit/fake-provider"
export type { FakeAmount, FakeDispute, FakeModification, FakePayment } from "./FakeBooks.ts"
export type { DisputeBegun, FakeDashboard } from "./FakeDashboard.ts"
export type { FakeItem } from "./FakeEvents.ts"
export type { FakeSplit } from "./fakeSplits.ts"
export { type FakeAdyen, type FakeAdyenOptions, startFakeAdyen } from "./startFakeAdyen.ts"
