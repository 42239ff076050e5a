import type { PayloomCheckout } from "@payloom/checkout"
import "@payloom/checkout/one-file"

/** Long enough to read that it worked. */
const returnAfterMs = 2500

/** The session in the address, which no server ever sees. */
const fragmentHere = (): string => {
  // It stays where it is, so that a reload finds it again. A provider that the payer was sent to
  // sends them back without it, so this tab remembers it.
  const memory = `payloom ${location.pathname}`
  const fragment = location.hash.length > 1 ? location.hash : (sessionStorage.getItem(memory) ?? "")
  if (fragment !== "") {
    sessionStorage.setItem(memory, fragment)
    history.replaceState(null, "", location.pathname + location.search + fragment)
  }
  return fragment.slice(1)
}

/** Puts the checkout of this address on the page, made ready by `prepare` for its ways to pay. */
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
    // In a frame the shop's page would stand within itself; there a link leads back to it.
    if (successUrl === null || window.top !== window) return
    setTimeout(() => location.assign(successUrl), returnAfterMs)
  })

  // Another session's link that is opened in this window changes nothing but the fragment.
  window.addEventListener("hashchange", () => location.reload())

  main.append(checkout)
}
