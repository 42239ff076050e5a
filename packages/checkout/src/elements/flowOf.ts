import { CheckoutFlow } from "../session/CheckoutFlow.ts"
import type { CheckoutFlowOptions } from "../session/CheckoutFlowOptions.ts"
import { memoryOfTab } from "../session/Choice.ts"
import { type BrowserDevice, deviceFactsOf } from "../session/deviceFacts.ts"
import { payerApi } from "../session/PayerApi.ts"
import { performOn } from "./clientActions.ts"
import type { PayloomCheckout } from "./PayloomCheckout.ts"
import { broughtBack, isFramed } from "./returnMark.ts"

/** Creates the flow of an element's session in this browser. It ends with the signal. */
export const flowOf = (
  element: PayloomCheckout,
  { show, prepare, signal }: Pick<CheckoutFlowOptions, "show" | "prepare" | "signal">
): CheckoutFlow => {
  const { api, publishableKey, sessionToken } = element
  return new CheckoutFlow({
    api: payerApi({ api, publishableKey, sessionToken, device: deviceFactsOf(browserDevice()) }),
    show,
    ...(prepare === undefined ? {} : { prepare }),
    wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    brought: broughtBack(),
    perform: performOn(element),
    isFramed: isFramed(),
    isOffline: () => !navigator.onLine,
    memory: memoryOfTab,
    signal
  })
}

const browserDevice = (): BrowserDevice => ({
  language: navigator.language,
  screen: window.screen,
  timeZone: new Intl.DateTimeFormat().resolvedOptions().timeZone,
  utcOffsetMinutes: new Date().getTimezoneOffset()
})
