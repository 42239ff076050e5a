export { checkDigit } from "../sandbox/cardBrands.ts"
export { type BreakableConnection, breakableConnection } from "./breakableConnection.ts"
export {
  type Breakdown,
  type CallKind,
  type FakeFaults,
  type Fault,
  type FaultChances,
  type FaultName,
  type FaultSource,
  fakeFaults
} from "./FakeFaults.ts"
export {
  type EventFaults,
  type FakeWebhooks,
  type FakeWebhooksOptions,
  fakeWebhooks,
  type MetEventFaults,
  type SignedEvent
} from "./FakeWebhooks.ts"
export { harnessFaults } from "./harnessFaults.ts"
export { type LosingAnswers, losingAnswers } from "./losingAnswers.ts"
export { meetFault } from "./meetFault.ts"
export { type LoopbackAddress, onLoopback } from "./onLoopback.ts"
export { seededRandom } from "./seededRandom.ts"
export {
  type Destination,
  type DestinationAnswer,
  type ReceivedRequest,
  startDestination
} from "./startDestination.ts"
