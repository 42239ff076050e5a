import type { ProviderSources } from "@payloom/testkit"
import type { ProcessorName } from "../processors/processors.ts"
import { payer } from "./requests.ts"
import type { Shape } from "./Shape.ts"
import {
  networkTokens,
  relay,
  tokenized,
  tokenSources,
  vaulted,
  vaultedSources
} from "./sources.ts"

const checkoutCards = await vaultedSources({
  insufficient_funds: "20051",
  do_not_honor: "20005",
  expired_card: "20054",
  incorrect_cvc: "20087"
})

const adyenCards = await vaultedSources({
  insufficient_funds: "12",
  do_not_honor: "2",
  expired_card: "6",
  incorrect_cvc: "24"
})

const airwallexCards = await vaultedSources({
  insufficient_funds: "51",
  do_not_honor: "05",
  expired_card: "54"
})

const stripeCards = await vaultedSources({
  insufficient_funds: "insufficient_funds",
  do_not_honor: "do_not_honor",
  expired_card: "expired_card",
  incorrect_cvc: "incorrect_cvc"
})

const authorizedotnetCards = await vaultedSources({
  do_not_honor: "2",
  expired_card: "8",
  incorrect_cvc: "65"
})

const nuveiRefusals = {
  insufficient_funds: "-1",
  do_not_honor: "-1",
  expired_card: "1002",
  incorrect_cvc: "1104"
}
/** Nuvei gives the issuer's code in the answer to a charge only. */
const byNuvei = (sources: ProviderSources): ProviderSources => ({
  ...sources,
  declined: sources.declined.map((one) =>
    one.rawCode === "-1" ? { ...one, foundAs: "card_declined" } : one
  )
})
const nuveiCards = byNuvei(await vaultedSources(nuveiRefusals))

const paypalCards = await vaultedSources({
  insufficient_funds: "5120",
  do_not_honor: "0500",
  expired_card: "5400",
  incorrect_cvc: "5110"
})

const rapydCards = tokenSources("card_", {
  insufficient_funds: "ERROR_PROCESSING_CARD - [51]",
  do_not_honor: "ERROR_PROCESSING_CARD - [05]",
  expired_card: "ERROR_PROCESSING_CARD - [54]",
  incorrect_cvc: "ERROR_PROCESSING_CARD - [N7]"
})

/** The ways to set up each connector, by the sources that it charges. */
export const shapes: Readonly<Record<ProcessorName, Readonly<Record<string, Shape>>>> = {
  adyen: {
    "cards through a relay": {
      relay,
      sources: {
        ...adyenCards,
        ...networkTokens,
        verifiable: adyenCards.approved,
        pending: await vaulted("4000000002000117")
      }
    }
  },
  airwallex: {
    "cards through a relay": {
      relay,
      sources: { ...airwallexCards, pending: await vaulted("4000000002000117") }
    }
  },
  mollie: {
    "tokens of Mollie Components": {
      sources: {
        ...tokenSources("tkn_", {
          insufficient_funds: "insufficient_funds",
          do_not_honor: "refused_by_issuer",
          expired_card: "card_expired",
          incorrect_cvc: "invalid_cvv"
        }),
        asksPayer: tokenized("tkn_asks"),
        pending: tokenized("tkn_waits")
      }
    }
  },
  authorizedotnet: {
    "cards through a relay": {
      relay,
      reportsRefunds: false,
      sources: { ...authorizedotnetCards, pending: await vaulted("4000000002000117") }
    }
  },
  nuvei: {
    "cards through a relay": {
      relay,
      payer,
      reportsRefunds: false,
      sources: {
        ...nuveiCards,
        foreign: { _tag: "Wallet", wallet: "apple_pay", payload: {} },
        pending: await vaulted("4000000002000117")
      }
    },
    "payment options that Nuvei keeps": {
      payer,
      reportsRefunds: false,
      sources: {
        ...byNuvei(tokenSources("ada/upo_", nuveiRefusals)),
        pending: tokenized("ada/upo_waits")
      }
    }
  },
  cybersource: {
    "payment instruments of Cybersource's": {
      sources: {
        ...tokenSources("PI_", {
          insufficient_funds: "INSUFFICIENT_FUND",
          do_not_honor: "PROCESSOR_DECLINED",
          expired_card: "EXPIRED_CARD",
          incorrect_cvc: "INVALID_CVN"
        }),
        pending: tokenized("PI_waits")
      }
    }
  },
  paypal: {
    "cards through a relay": { relay, sources: { ...paypalCards, ...networkTokens } }
  },
  braintree: {
    "payment methods of Braintree's": {
      sources: tokenSources("pm_", {
        insufficient_funds: "2001",
        do_not_honor: "2000",
        expired_card: "2004",
        incorrect_cvc: "2010"
      })
    }
  },
  rapyd: {
    "cards that Rapyd keeps, and 3-D Secure": {
      threeDs: "redirect",
      sources: {
        ...rapydCards,
        asksPayer: tokenized("card_asks"),
        pending: tokenized("card_waits")
      }
    }
  },
  stripe: {
    "cards through a relay": { relay, sources: stripeCards },
    "cards through a relay, and 3-D Secure": {
      relay,
      threeDs: "redirect",
      sources: { ...stripeCards, asksPayer: await vaulted("4000000002000059") }
    }
  },
  worldpay: {
    "tokens of Worldpay's": {
      sources: tokenSources("https://try.access.worldpay.com/tokens/", {
        insufficient_funds: "51",
        do_not_honor: "5",
        expired_card: "33",
        incorrect_cvc: "55"
      })
    }
  },
  checkout: {
    "cards through a relay": {
      relay,
      sources: { ...checkoutCards, ...networkTokens, verifiable: checkoutCards.approved }
    },
    "cards through a relay, and 3-D Secure": {
      relay,
      threeDs: "redirect",
      sources: {
        ...checkoutCards,
        ...networkTokens,
        asksPayer: await vaulted("4000000002000059"),
        pending: await vaulted("4000000002000117")
      }
    }
  }
}
