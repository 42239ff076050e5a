import type { ProcessorName } from "../processors/processors.ts"
import type { Shape } from "./Shape.ts"
import { relay, vaulted, vaultedSources } from "./sources.ts"

const checkoutCards = await vaultedSources({
  insufficient_funds: "20051",
  do_not_honor: "20005",
  expired_card: "20054",
  incorrect_cvc: "20087"
})

/** The ways to set up each connector, by the sources that it charges. */
export const shapes: Readonly<Record<ProcessorName, Readonly<Record<string, Shape>>>> = {
  checkout: {
    "cards through a relay": {
      relay,
      sources: { ...checkoutCards, verifiable: checkoutCards.approved }
    },
    "cards through a relay, and 3-D Secure": {
      relay,
      threeDs: "redirect",
      sources: {
        ...checkoutCards,
        asksPayer: await vaulted("4000000002000059"),
        pending: await vaulted("4000000002000117")
      }
    }
  }
}
