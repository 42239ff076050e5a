export type {
  Breakdown,
  CallKind,
  EventFaults,
  FakeFaults,
  Fault,
  FaultChances,
  SignedEvent
} from "@payloom/testkit/fake-provider"
export type { FakeSubscription } from "./billing/FakeSubscription.ts"
export type { FakeBilling, NewFakePrice, NewFakeSubscription } from "./billing/fakeBilling.ts"
export type { FakeCapture } from "./FakeStore.ts"
export type { FakeStripeAccount } from "./fakeAccounts.ts"
export {
  type FakePayment,
  type FakeStripe,
  type FakeStripeOptions,
  startFakeStripe
} from "./startFakeStripe.ts"
