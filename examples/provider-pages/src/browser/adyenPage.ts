import "@payloom/checkout/one-file"
import type { AdyenWeb as Adyen } from "./AdyenWeb.ts"
import { adyenAction, adyenCard } from "./adyenHooks.ts"
import { pageHere, sessionHere } from "./sessionHere.ts"

/** The global of Adyen's script, which this page loads. */
declare const AdyenWeb: Adyen

const { main, providerKey } = pageHere()
const account = { clientKey: providerKey, environment: "test", countryCode: "NL" }
const checkout = document.createElement("payloom-checkout")
checkout.mountCard = adyenCard(AdyenWeb, account)
checkout.actions = { adyen: adyenAction(AdyenWeb, account) }
main.append(Object.assign(checkout, sessionHere()))
