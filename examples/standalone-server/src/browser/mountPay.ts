import type { PayloomCheckout } from "@payloom/checkout"
import "@payloom/checkout/one-file"
import { fragmentHere } from "@payloom/example-kit/browser/fragmentHere"

/** The time to read the result. */
const returnAfterMs = 2500

/** Shows the checkout of this address. `prepare` sets its ways to pay. */
export const mountPay = (prepare: (checkout: PayloomCheckout, main: HTMLElement) => void): void => {
  const given = new URLSearchParams(fragmentHere())
  const main = document.querySelector("main") ?? document.body
  const checkout = document.createElement("payloom-checkout")
  checkout.look = JSON.parse(main.dataset.look ?? "null")
  checkout.api = location.origin
  checkout.publishableKey = given.get("key") ?? ""
  checkout.sessionToken = given.get("token") ?? ""
  checkout.returnUrl = location.origin + location.pathname
  prepare(checkout, main)

  checkout.addEventListener("payloom-ready", ({ detail: { title, language, direction } }) => {
    document.documentElement.lang = language
    document.documentElement.dir = direction
    document.title = title
    const heading = document.querySelector("h1")
    if (heading !== null) heading.textContent = title
  })

  checkout.addEventListener("payloom-succeeded", ({ detail: { successUrl } }) => {
    // In a frame, the shop's page would appear inside itself. A link leads back instead.
    if (successUrl === null || window.top !== window) return
    setTimeout(() => location.assign(successUrl), returnAfterMs)
  })

  // A link to another session in this window only changes the fragment.
  window.addEventListener("hashchange", () => location.reload())

  main.append(checkout)
}
