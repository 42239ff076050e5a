import type { PaymentProvider } from "@payloom/core"
import type { ProviderHarness, ProviderSources } from "@payloom/testkit"
import { type BreakableConnection, harnessFaults } from "@payloom/testkit/fake-provider"
import type { ProcessorName } from "../processors/processors.ts"
import { isCharged } from "./FakeBooks.ts"
import type { FakeProcessor } from "./startFakeProcessor.ts"

/** A connector at a fake of its processor. */
export interface ConnectedFake {
  readonly fake: FakeProcessor<ProcessorName>
  /** The connection that the connector reaches the fake by. */
  readonly connection: BreakableConnection
  readonly provider: PaymentProvider
  /** The same connector, made a second time. */
  readonly secondProvider?: PaymentProvider
  /** The cards or tokens to charge, by what the fake does with them. */
  readonly sources: ProviderSources
}

/**
 * Returns the harness with which `providerContract` tests any connector to a processor, at the
 * fake of the processor. It uses the accounts `main` and `other`, and revokes the keys of `gone`.
 */
export const fakeHarness = (connected: ConnectedFake): ProviderHarness => {
  const { fake, connection, provider, secondProvider, sources } = connected
  fake.revoke("gone")
  const mid = (credentials: string) => ({ id: `mid_${credentials}`, credentials })
  return {
    provider,
    ...(secondProvider === undefined ? {} : { secondProvider }),
    mid: mid("main"),
    otherMid: mid("other"),
    refusedMid: mid("gone"),
    sources,
    heldForMs: 300,
    backend: {
      charges: async (reference) =>
        fake
          .payments(reference)
          .filter(isCharged)
          .map(({ authorized: amount, currency }) => ({ amount, currency })),
      modifications: async (kind, reference) =>
        fake
          .modifications(reference)
          .filter((made) => made.kind === kind)
          .flatMap(({ amount, state }) => (state === "failed" ? [] : [{ amount, state }])),
      ...(sources.asksPayer === undefined
        ? {}
        : {
            payerAnswers: async (reference, approves) => {
              fake.payerAnswers(reference, approves)
              return { query: {} }
            }
          }),
      ...(provider.capabilities.notifications === true
        ? { notification: async (reference: string) => lastEvent(fake, reference) }
        : {})
    },
    faults: harnessFaults(fake.faults, connection, ["other"])
  }
}

/** Returns the last webhook that names a reference, signed now or at a time. */
export const lastEvent = (
  { events }: FakeProcessor<ProcessorName>,
  reference: string,
  at?: number
) => {
  const event = events
    .all()
    .findLast((each) => (each.modification ?? each.payment).reference === reference)
  const raw = event === undefined ? null : events.sign(event, at)
  if (raw === null) throw new Error(`No webhook names ${reference}.`)
  return raw
}
