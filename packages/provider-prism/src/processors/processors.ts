import type { Fact, Processor, Safety } from "../Processor.ts"
import { adyen } from "./adyen/adyen.ts"
import { airwallex } from "./airwallex/airwallex.ts"
import { authorizedotnet } from "./authorizedotnet/authorizedotnet.ts"
import { braintree } from "./braintree/braintree.ts"
import { checkout } from "./checkout/checkout.ts"
import { cybersource } from "./cybersource/cybersource.ts"
import { mollie } from "./mollie/mollie.ts"
import { nuvei } from "./nuvei/nuvei.ts"
import { paypal } from "./paypal/paypal.ts"
import { rapyd } from "./rapyd/rapyd.ts"
import { stripe } from "./stripe/stripe.ts"
import { worldpay } from "./worldpay/worldpay.ts"

/** The processors, by the library's name. */
export const processors = {
  adyen,
  airwallex,
  authorizedotnet,
  braintree,
  checkout,
  cybersource,
  mollie,
  nuvei,
  paypal,
  rapyd,
  stripe,
  worldpay
} as const

/** The name of a processor. */
export type ProcessorName = keyof typeof processors

/**
 * Returns the record of a processor. Throws a `TypeError` for an unknown name, which a program
 * without types may give.
 */
export const processorNamed = <Name extends ProcessorName>(
  name: Name
): (typeof processors)[Name] => {
  if (Object.hasOwn(processors, name)) return processors[name]
  const known = Object.keys(processors).join(", ")
  throw new TypeError(`processor must be one of ${known}, but is ${JSON.stringify(name)}.`)
}

/** The keys of an account at a processor. */
export type AccountOf<Name extends ProcessorName> =
  (typeof processors)[Name] extends Processor<infer Account> ? Account : never

/** The facts about a processor, for tables in documents and in back offices. */
export interface ProcessorRow
  extends Safety,
    Pick<
      Processor<never>,
      | "title"
      | "capabilities"
      | "refusesRelay"
      | "takesTokens"
      | "framesAgreements"
      | "checksCards"
      | "asksPayers"
      | "passesThreeDs"
      | "sends"
    > {
  readonly name: ProcessorName
  /** How network tokens are charged in place of card numbers, or the reason why they aren't. */
  readonly networkTokens: Fact | string
}

/** Returns the facts about each processor. */
export const processorRows = (): ReadonlyArray<ProcessorRow> =>
  Object.entries(processors).map(([name, processor]) => {
    const { title, capabilities, refusesRelay, takesTokens, safety, sends } = processor
    const { framesAgreements, checksCards, asksPayers, passesThreeDs } = processor
    const networkTokens = networkTokensIn(processor)
    return {
      name: name as ProcessorName,
      title,
      capabilities,
      refusesRelay,
      takesTokens,
      framesAgreements,
      checksCards,
      asksPayers,
      passesThreeDs,
      sends,
      networkTokens,
      ...safety
    }
  })

const networkTokensIn = ({
  networkTokens
}: Pick<Processor<never>, "networkTokens">): Fact | string => {
  if (typeof networkTokens === "string") return networkTokens
  const { says, source, read } = networkTokens
  return { says, source, read }
}
