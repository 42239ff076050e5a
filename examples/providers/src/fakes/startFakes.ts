import type { FaultChances } from "@payloom/testkit/fake-provider"
import { processors } from "../processors.ts"
import { adyenFake } from "./adyenFake.ts"
import type { ProviderFake } from "./ProviderFake.ts"
import { prismFake } from "./prismFake.ts"
import { stripeFake } from "./stripeFake.ts"

/** The probability of each fault of a call that moves money. */
const chances: FaultChances = {
  holds_before: 0.01,
  holds_after: 0.02,
  drops_before: 0.02,
  drops_after: 0.03,
  resets_before: 0.01,
  resets_after: 0.02,
  // A 429, and a 502.
  fails_before: 0.02,
  fails_after: 0.01,
  fails_before_500: 0.01,
  fails_after_500: 0.02
}

/** Begins to break calls and webhooks of a provider at random. */
const breakAtRandom = ({ faults, events }: ProviderFake): void => {
  faults.chances(chances)
  events.setFaults({ duplicates: 0.1, lateByMs: 600 })
}

const closeAll = async (fakes: ReadonlyArray<ProviderFake>): Promise<void> => {
  await Promise.all(fakes.map(({ close }) => close()))
}

/** All providers on this machine. */
export type Fakes = Awaited<ReturnType<typeof startFakes>>

/** Starts Stripe, Adyen and, if the library is there, its processors. All have random faults. */
export const startFakes = async (withPrism: boolean, now: () => number) => {
  const prism = withPrism ? await startPrismFakes(now) : { providers: [], places: [] }
  const currencies = currenciesOf(prism.providers)
  const stripe = await stripeFake(currencies, now)
  const adyen = await adyenFake(currencies, now)
  const providers = [stripe.provider, adyen.provider, ...prism.providers]
  providers.forEach(breakAtRandom)
  return {
    providers,
    currencies,
    places: { stripe: stripe.place, adyen: adyen.place, prism: prism.places },
    close: () => closeAll(providers)
  }
}

/** Starts the fakes of the library's processors, with random faults. */
export const startPrismFakes = async (now: () => number) => {
  const fakes = await Promise.all(processors.map((processor) => prismFake(processor, now)))
  const providers = fakes.map(({ provider }) => provider)
  providers.forEach(breakAtRandom)
  return {
    providers,
    currencies: currenciesOf(providers),
    places: fakes.map(({ place }) => place),
    close: () => closeAll(providers)
  }
}

/** Returns the currencies that a shop at these providers sells in. */
const currenciesOf = (providers: ReadonlyArray<ProviderFake>): ReadonlyArray<string> =>
  providers.length === 0
    ? ["EUR", "USD"]
    : [...new Set(providers.flatMap(({ currencies }) => currencies))]
