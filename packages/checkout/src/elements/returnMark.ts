import type { Payment } from "../session/PayerApi.ts"

/** The parameter by which a page knows that the payer returns from a provider's page. */
const mark = "payloom-return"

/** Returns the URL that a provider redirects the payer to, without its fragment. */
const markedAsReturn = (address: string): string => {
  const url = new URL(address, location.href)
  url.hash = ""
  url.searchParams.set(mark, "1")
  return url.href
}

/**
 * Returns the return URL of a payment. Card payments have one only if the page gives it, because
 * they rarely redirect.
 */
export const returnUrlFor = ({ method }: Payment, given: string): string | null => {
  if (given) return markedAsReturn(given)
  return method === "card" ? null : markedAsReturn(location.href)
}

/**
 * Returns the parameters that a payer brought back from a provider's page, or null for other
 * payers.
 */
export const broughtBack = (): Readonly<Record<string, string>> | null => {
  const query = new URLSearchParams(location.search)
  if (!query.has(mark)) return null
  query.delete(mark)
  return Object.fromEntries(query)
}

/** Removes the parameter, so that a reload is no second return. */
export const forgetReturn = (): void => {
  if (broughtBack() === null) return
  const url = new URL(location.href)
  url.searchParams.delete(mark)
  history.replaceState(history.state, "", url)
}

/** Returns true if this page is in a frame of another page. */
export const isFramed = (): boolean => window.top !== window
