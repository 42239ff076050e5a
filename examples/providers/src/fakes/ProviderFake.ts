import type {
  EventFaults,
  FakeFaults,
  MetEventFaults,
  SignedEvent
} from "@payloom/testkit/fake-provider"

/** A charge in the books of a provider's fake. Amounts are in minor units. */
export interface FakeCharge {
  /** The engine's reference of the attempt. */
  readonly reference: string
  readonly currency: string
  readonly held: bigint
  readonly taken: bigint
  readonly givenBack: bigint
}

/** A charge with the time of its creation, in milliseconds since the epoch. */
export interface TimedCharge extends FakeCharge {
  readonly created: number
}

/** Things that people do in a provider's dashboard, or at an issuer. */
interface Dashboard {
  /** Refunds 3.00 of a charge. */
  readonly refund: (reference: string) => void
  /** Disputes a charge, and may decide the dispute. */
  readonly dispute: (reference: string) => void
}

/** The fake of a provider, in the same form for all of them. */
export interface ProviderFake {
  /** The name of its connector. */
  readonly provider: string
  readonly currencies: ReadonlyArray<string>
  readonly methods: ReadonlyArray<"card" | "apm">
  /** Returns every charge that was approved. */
  readonly charges: () => ReadonlyArray<FakeCharge>
  readonly faults: FakeFaults
  readonly events: {
    readonly setFaults: (faults: EventFaults) => void
    readonly met: () => MetEventFaults
    readonly idle: () => Promise<void>
    readonly sendTo: (url: string) => void
    /** Returns every notification so far, signed now. */
    readonly signed: () => ReadonlyArray<SignedEvent>
  }
  /** Null if the fake has no dashboard. */
  readonly dashboard: Dashboard | null
  readonly close: () => Promise<void>
}
