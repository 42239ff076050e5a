import type { CardSession } from "../../portal/PortalApi.ts"

const key = "payloom portal card"

/** A checkout session that was open when a provider's page took the customer away. */
export interface Remembered extends CardSession {
  readonly title: string
  /** The token of the portal session in which it was opened. */
  readonly portal: string
}

/** Keeps the open checkout session in the tab, because a provider may redirect the customer. */
export const remember = (session: Remembered): void => {
  try {
    sessionStorage.setItem(key, JSON.stringify(session))
  } catch {
    // Without storage a redirected customer begins again.
  }
}

/** Returns the checkout session that the tab kept for a portal session, or null. */
export const remembered = (portal: string): Remembered | null => {
  try {
    const kept = JSON.parse(sessionStorage.getItem(key) ?? "null") as Remembered | null
    return kept?.portal === portal ? kept : null
  } catch {
    return null
  }
}

/** Forgets the checkout session. */
export const forget = (): void => {
  try {
    sessionStorage.removeItem(key)
  } catch {
    // There is no storage, and so nothing to forget.
  }
}
