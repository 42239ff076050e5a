import type { PaymentProvider } from "@payloom/core"
import type { ProviderHarness } from "@payloom/testkit"
import { breakableConnection } from "@payloom/testkit/fake-provider"
import { fakeHarness, lastEvent } from "../fake/fakeHarness.ts"
import { startFakeProcessor } from "../fake/index.ts"
import type { PrismLibrary } from "../library/PrismLibrary.ts"
import type { PrismOptions } from "../PrismOptions.ts"
import { prism } from "../prism.ts"
import type { ProcessorName } from "../processors/processors.ts"
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
  const connection = breakableConnection(fake.url)
  const { relay, threeDs, sources, leastAmount, payer, reportsRefunds } = shape
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
  const harness = fakeHarness({ fake, connection, provider, sources })
  return {
    ...harness,
    ...(leastAmount === undefined ? {} : { leastAmount }),
    ...(reportsRefunds === undefined ? {} : { reportsRefunds }),
    backend: {
      ...harness.backend,
      ...(dated.has(processor)
        ? {
            oldNotification: async (reference: string, at: number) => lastEvent(fake, reference, at)
          }
        : {}),
      ...(returning.has(processor)
        ? { returnsCapture: async (reference: string) => fake.returnCapture(reference) }
        : {})
    },
    close: fake.close
  }
}

/** Adds the details of a payer to each charge. */
export const withPayer = (provider: PaymentProvider, payer: Shape["payer"]): PaymentProvider =>
  payer === undefined
    ? provider
    : { ...provider, charge: (request) => provider.charge({ ...request, ...payer }) }
