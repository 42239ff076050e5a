import type { PaymentProvider } from "@payloom/core"
import { type FakeProcessor, startFakeProcessor } from "@payloom/provider-prism/testing"
import type { ProviderHarness, ProviderSources } from "@payloom/testkit"
import { breakableConnection, harnessFaults } from "@payloom/testkit/fake-provider"
import { checkout } from "../checkout.ts"
import { mollie } from "../mollie.ts"
import { cards, relay, tokens } from "./processorSources.ts"

/** A connector that was written as a table, at a fake of its processor. */
export interface ProcessorHarness {
  readonly name: string
  readonly harness: ProviderHarness
  readonly close: () => Promise<void>
}

/** Returns what the contract needs to know of each source. */
const sourcesOf = (
  { withoutFunds, notHonored, ...sources }: typeof cards,
  codes: { readonly withoutFunds: string; readonly notHonored: string }
): ProviderSources => ({
  ...sources,
  approvedForLess: sources.approvedForHalf,
  declined: [
    { source: withoutFunds, rawCode: codes.withoutFunds, means: "insufficient_funds" },
    { source: notHonored, rawCode: codes.notHonored, means: "do_not_honor" }
  ]
})

const checkoutSources: ProviderSources = {
  ...sourcesOf(cards, { withoutFunds: "20051", notHonored: "20005" }),
  verifiable: cards.approved,
  foreign: tokens.approved
}

const mollieSources: ProviderSources = {
  ...sourcesOf(tokens, { withoutFunds: "insufficient_funds", notHonored: "refused_by_issuer" }),
  foreign: cards.approved
}

/** Starts a fake of each processor, and the connectors that were written as a table. */
export const processorHarnesses = async (): Promise<ReadonlyArray<ProcessorHarness>> => {
  const cards = await startFakeProcessor({ processor: "checkout" })
  const tokens = await startFakeProcessor({ processor: "mollie" })
  return [
    await harnessOf(cards, checkoutSources, (connection) =>
      checkout({
        url: cards.url,
        accountOf: cards.account,
        fetch: connection(fetch),
        relay: { ...relay, fetch: connection(relay.fetch) }
      })
    ),
    await harnessOf(tokens, mollieSources, (connection) =>
      mollie({ url: tokens.url, accountOf: tokens.account, fetch: connection(fetch) })
    )
  ]
}

const harnessOf = async (
  fake: FakeProcessor<"checkout"> | FakeProcessor<"mollie">,
  sources: ProviderSources,
  connect: (over: (by: typeof fetch) => typeof fetch) => PaymentProvider
): Promise<ProcessorHarness> => {
  const connection = await breakableConnection(fake.url)
  const provider = connect(connection.over)
  fake.revoke("gone")
  const mid = (credentials: string) => ({ id: `mid_${credentials}`, credentials })
  const harness: ProviderHarness = {
    provider,
    mid: mid("main"),
    otherMid: mid("other"),
    refusedMid: mid("gone"),
    sources,
    heldForMs: 300,
    backend: {
      charges: async (reference) =>
        fake
          .payments(reference)
          .filter(({ status }) => status === "authorized" || status === "voided")
          .map(({ authorized: amount, currency }) => ({ amount, currency })),
      modifications: async (kind, reference) =>
        fake
          .modifications(reference)
          .filter((made) => made.kind === kind)
          .flatMap(({ amount, state }) => (state === "failed" ? [] : [{ amount, state }])),
      payerAnswers: async (reference, approves) => {
        fake.payerAnswers(reference, approves)
        return { query: {} }
      },
      ...(provider.capabilities.notifications === true
        ? { notification: async (reference: string) => lastEvent(fake, reference) }
        : {})
    },
    faults: harnessFaults(fake.faults, connection, ["other"])
  }
  return { name: provider.name, harness, close: fake.close }
}

/** Returns the last webhook that names a reference. */
const lastEvent = (
  { events }: FakeProcessor<"checkout"> | FakeProcessor<"mollie">,
  reference: string
) => {
  const event = events
    .all()
    .findLast((each) => (each.modification ?? each.payment).reference === reference)
  const raw = event === undefined ? null : events.sign(event)
  if (raw === null) throw new Error(`No webhook names ${reference}.`)
  return raw
}
