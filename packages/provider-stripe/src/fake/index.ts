export type { EventFaults, SignedEvent } from "./FakeEvents.ts"
export type { Breakdown, CallKind, FakeFaults, Fault, FaultChances } from "./FakeFaults.ts"
export type { FakeStripeAccount } from "./fakeAccounts.ts"
export {
  type FakePayment,
  type FakeStripe,
  type FakeStripeOptions,
  startFakeStripe
} from "./startFakeStripe.ts"
