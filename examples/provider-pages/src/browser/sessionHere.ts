import { fragmentHere } from "@payloom/example-kit/browser/fragmentHere"

/** Returns the session of this page from the fragment, which no server sees. */
export const sessionHere = () => {
  const given = new URLSearchParams(fragmentHere())
  return {
    api: location.origin,
    publishableKey: given.get("key") ?? "",
    sessionToken: given.get("token") ?? "",
    returnUrl: location.origin + location.pathname
  }
}

/** Returns the provider's key for pages, and the element for the checkout. */
export const pageHere = () => {
  const main = document.querySelector("main") ?? document.body
  return { main, providerKey: main.dataset.providerKey ?? "" }
}
