export type { EventFaults, SignedEvent } from "./FakeEvents.ts"
export type { Breakdown, CallKind, FakeFaults, Fault, FaultChances } from "./FakeFaults.ts"
export {
  type FakePayment,
  type FakeStripe,
  type FakeStripeAccount,
  type FakeStripeOptions,
  startFakeStripe
} from "./startFakeStripe.ts"
