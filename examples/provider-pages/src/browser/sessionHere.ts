/**
 * Returns the session of this page from the fragment, which no server sees. A provider sends the
 * payer back without the fragment, so this tab stores it.
 */
export const sessionHere = () => {
  const memory = `payloom ${location.pathname}`
  const fragment = location.hash.length > 1 ? location.hash : recall(memory)
  keep(memory, fragment)
  const given = new URLSearchParams(fragment.slice(1))
  return {
    api: location.origin,
    publishableKey: given.get("key") ?? "",
    sessionToken: given.get("token") ?? "",
    returnUrl: location.origin + location.pathname
  }
}

/** A browser that blocks cookies has no storage either. The payer can pay all the same. */
const recall = (memory: string): string => {
  try {
    return sessionStorage.getItem(memory) ?? ""
  } catch {
    return ""
  }
}

const keep = (memory: string, fragment: string): void => {
  try {
    sessionStorage.setItem(memory, fragment)
  } catch {
    // A payer who comes back from a provider then needs the link again.
  }
}

/** Returns the provider's key for pages, and the element for the checkout. */
export const pageHere = () => {
  const main = document.querySelector("main") ?? document.body
  return { main, providerKey: main.dataset.providerKey ?? "" }
}
