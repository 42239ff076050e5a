import type { ProcessorName } from "@payloom/provider-prism"
import { startFakeProcessor } from "@payloom/provider-prism/testing"
import type { Processor } from "../processors.ts"
import type { ProviderFake, TimedCharge } from "./ProviderFake.ts"

/** An account at a processor of hyperswitch-prism, in a form that goes to another process. */
export interface PrismPlace {
  readonly processor: ProcessorName
  readonly url: string
  readonly account: object
}

/** The fake of a processor, which knows the time of each charge. */
interface ProcessorFake extends ProviderFake {
  readonly charges: () => ReadonlyArray<TimedCharge>
}

/** Starts the fake of a processor. */
export const prismFake = async (
  { name: processor, provider, currencies }: Processor,
  now: () => number
): Promise<{ readonly provider: ProcessorFake; readonly place: PrismPlace }> => {
  const fake = await startFakeProcessor({ processor, now })
  const { events, faults, url, close } = fake
  return {
    provider: {
      provider,
      currencies,
      methods: ["card"],
      charges: () =>
        fake
          .allPayments()
          .filter(({ authorized }) => authorized > 0n)
          .map(({ reference, created, currency, status, authorized, captured, refunded }) => ({
            reference,
            created,
            currency,
            held: status === "authorized" && captured === 0n ? authorized : 0n,
            taken: captured,
            givenBack: refunded
          })),
      faults,
      events: {
        ...events,
        sendTo: (to) => events.sendTo(to),
        signed: () => events.all().flatMap((event) => events.sign(event) ?? [])
      },
      dashboard: null,
      close
    },
    place: { processor, url, account: fake.account() }
  }
}
