import type { PayloomPortal } from "@payloom/checkout/portal"
import "@payloom/checkout/portal-one-file"
import { fragmentHere } from "@payloom/example-kit/browser/fragmentHere"

/** Shows the portal of this address. `prepare` sets how a card is entered. */
export const mountPortal = (
  prepare: (portal: PayloomPortal, main: HTMLElement) => void = () => undefined
): void => {
  const given = new URLSearchParams(fragmentHere())
  const main = document.querySelector("main") ?? document.body
  const portal = document.createElement("payloom-portal")
  portal.look = JSON.parse(main.dataset.look ?? "null")
  portal.api = location.origin
  portal.publishableKey = given.get("key") ?? ""
  portal.sessionToken = given.get("token") ?? ""
  portal.returnUrl = location.origin + location.pathname

  portal.addEventListener("payloom-portal-ready", ({ detail: { title, language, direction } }) => {
    document.documentElement.lang = language
    document.documentElement.dir = direction
    document.title = title
    const heading = document.querySelector("h1")
    if (heading !== null) heading.textContent = title
  })

  // A link to another session in this window only changes the fragment.
  window.addEventListener("hashchange", () => location.reload())

  prepare(portal, main)
  main.append(portal)
}
