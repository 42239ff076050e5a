import type { PaymentProvider } from "@payloom/core"
import type { ProviderHarness } from "@payloom/testkit"
import { breakableConnection, harnessFaults } from "@payloom/testkit/fake-provider"
import { isCharged } from "../fake/FakeBooks.ts"
import { type FakeProcessor, startFakeProcessor } from "../fake/index.ts"
import type { PrismLibrary } from "../library/PrismLibrary.ts"
import type { PrismOptions } from "../PrismOptions.ts"
import { prism } from "../prism.ts"
import { type ProcessorName, processors } from "../processors/processors.ts"
import type { Shape } from "./Shape.ts"

/** The processors that may take a capture back, and say so. */
const returning: ReadonlySet<ProcessorName> = new Set<ProcessorName>(["adyen", "checkout"])

/** The processors whose signatures contain a time. */
const dated: ReadonlySet<ProcessorName> = new Set<ProcessorName>(["rapyd", "stripe"])

/** Starts a fake of a processor, and wraps it for the provider contract. */
export const prismHarness = async (
  processor: ProcessorName,
  shape: Shape,
  library: PrismLibrary
): Promise<ProviderHarness & { readonly close: () => Promise<void> }> => {
  const fake = await startFakeProcessor({ processor })
  const connection = await breakableConnection(fake.url)
  const { relay, threeDs, sources, leastAmount, payer, reportsRefunds } = shape
  fake.revoke("gone")
  const mid = (credentials: string) => ({ id: `mid_${credentials}`, credentials })
  const options = {
    processor,
    url: fake.url,
    accountOf: fake.account,
    fetch: connection.over(fetch),
    library,
    ...(relay === undefined ? {} : { relay: { ...relay, fetch: connection.over(relay.fetch) } }),
    ...(threeDs === undefined ? {} : { threeDs })
  } as unknown as PrismOptions
  const provider = withPayer(prism(options), payer)
  const eventOf = eventsOf(fake)
  return {
    provider,
    mid: mid("main"),
    otherMid: mid("other"),
    refusedMid: mid("gone"),
    sources,
    heldForMs: 300,
    ...(leastAmount === undefined ? {} : { leastAmount }),
    ...(reportsRefunds === undefined ? {} : { reportsRefunds }),
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
      ...(processors[processor].capabilities.notifications === true
        ? {
            notification: async (reference: string) => eventOf(reference)(),
            ...(dated.has(processor)
              ? { oldNotification: async (reference: string, at: number) => eventOf(reference)(at) }
              : {}),
            ...(returning.has(processor)
              ? { returnsCapture: async (reference: string) => fake.returnCapture(reference) }
              : {})
          }
        : {})
    },
    faults: harnessFaults(fake.faults, connection, ["other"]),
    close: fake.close
  }
}

/** Adds the details of a payer to each charge. */
export const withPayer = (provider: PaymentProvider, payer: Shape["payer"]): PaymentProvider =>
  payer === undefined
    ? provider
    : { ...provider, charge: (request) => provider.charge({ ...request, ...payer }) }

/** Returns the last webhook that names a reference, signed now or at a time. */
const eventsOf =
  ({ events }: FakeProcessor<ProcessorName>) =>
  (reference: string) => {
    const event = events
      .all()
      .findLast((each) => (each.modification ?? each.payment).reference === reference)
    const signed = (at?: number) => (event === undefined ? null : events.sign(event, at))
    return (at?: number) => {
      const raw = signed(at)
      if (raw === null) throw new Error(`No webhook names ${reference}.`)
      return raw
    }
  }
