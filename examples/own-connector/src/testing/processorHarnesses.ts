import type { PaymentProvider } from "@payloom/core"
import {
  type FakeProcessor,
  fakeHarness,
  startFakeProcessor
} from "@payloom/provider-prism/testing"
import type { ProviderHarness, ProviderSources } from "@payloom/testkit"
import { breakableConnection } from "@payloom/testkit/fake-provider"
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
  const connection = breakableConnection(fake.url)
  const provider = connect(connection.over)
  const secondProvider = connect(connection.over)
  const harness = fakeHarness({ fake, connection, provider, secondProvider, sources })
  return { name: provider.name, harness, close: fake.close }
}
