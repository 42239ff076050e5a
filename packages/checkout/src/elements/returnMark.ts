import type { Payment } from "../session/PayerApi.ts"

/** By this in its address a page knows that the payer comes from a provider's page. */
const mark = "payloom-return"

/** The address for a provider to send the payer back to, without what only a browser may know. */
const markedAsReturn = (address: string): string => {
  const url = new URL(address, location.href)
  url.hash = ""
  url.searchParams.set(mark, "1")
  return url.href
}

/** A card's provider rarely sends a payer anywhere; where it may, the page has said so. */
export const returnUrlFor = ({ method }: Payment, given: string): string | null => {
  if (given) return markedAsReturn(given)
  return method === "card" ? null : markedAsReturn(location.href)
}

/** What a payer who is back from a provider's page brought along, or null where none is back. */
export const broughtBack = (): Readonly<Record<string, string>> | null => {
  const query = new URLSearchParams(location.search)
  if (!query.has(mark)) return null
  query.delete(mark)
  return Object.fromEntries(query)
}

/** Clears the mark, so that a reload is no second return. */
export const forgetReturn = (): void => {
  if (broughtBack() === null) return
  const url = new URL(location.href)
  url.searchParams.delete(mark)
  history.replaceState(history.state, "", url)
}

/** Whether this page stands in a frame of another. */
export const isFramed = (): boolean => window.top !== window
