export type {
  Breakdown,
  CallKind,
  EventFaults,
  FakeFaults,
  Fault,
  FaultChances,
  SignedEvent
} from "@payloom/testkit/fake-provider"
export type { Conduct, FakeEvent, FakeModification, FakePayment } from "./FakeBooks.ts"
export { type ConnectedFake, fakeHarness } from "./fakeHarness.ts"
export {
  type FakeProcessor,
  type FakeProcessorOptions,
  startFakeProcessor
} from "./startFakeProcessor.ts"
