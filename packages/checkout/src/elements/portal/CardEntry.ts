import type { CardSession } from "../../portal/PortalApi.ts"
import type { PortalFlow } from "../../portal/PortalFlow.ts"
import type { PayloomCheckout } from "../PayloomCheckout.ts"
import { broughtBack } from "../returnMark.ts"
import { forget, remember, remembered } from "./portalMemory.ts"

/** Opens a checkout session, as `PortalFlow.enterCard` does. */
export type BeginCard = Parameters<PortalFlow["enterCard"]>[0]

/** The slot of the payer's page. It is in the page, because providers' scripts look there. */
export const checkoutSlot = "checkout"

/** The element in which a card is entered. */
export interface CardEntryHost extends HTMLElement {
  readonly api: string
  readonly publishableKey: string
  readonly sessionToken: string
  readonly cardFields: string
  readonly returnUrl: string
  readonly prepareCheckout: ((checkout: PayloomCheckout) => void) | null
}

/** The parts of the page that a card entry needs. */
interface CardEntryPage {
  readonly flow: () => PortalFlow | null
  /** Shows the slot of the payer's page. */
  readonly show: (title: string) => void
  readonly changed: () => void
}

/** The events of the payer's page, which are not those of the portal. */
const within = ["payloom-ready", "payloom-declined", "payloom-ended", "payloom-succeeded"]

/** The checkout sessions in which a customer enters a card within the portal. */
export class CardEntry {
  readonly #host: CardEntryHost
  readonly #page: CardEntryPage
  #checkout: PayloomCheckout | null = null

  constructor(host: CardEntryHost, page: CardEntryPage) {
    this.#host = host
    this.#page = page
  }

  /** Opens a checkout session and shows it. Returns false if it can't be opened. */
  async begin(title: string, begin: BeginCard): Promise<boolean> {
    const session = (await this.#page.flow()?.enterCard(begin)) ?? null
    if (session === null) return false
    await this.#show(session, title)
    return true
  }

  /** Shows the checkout session again whose provider sent the customer back to this page. */
  async comeBack(): Promise<void> {
    const kept = broughtBack() === null ? null : remembered(this.#host.sessionToken)
    if (kept !== null) await this.#show(kept, kept.title)
  }

  /** Removes the payer's page. A payment may have ended meanwhile. */
  close(): void {
    if (this.#checkout === null) return
    this.#checkout.remove()
    this.#checkout = null
    forget()
    void this.#page.flow()?.refresh()
  }

  /** Reads the cards again. The first card becomes the default, so that later payments find one. */
  async #entered(): Promise<void> {
    forget()
    const flow = this.#page.flow()
    if (flow === null) return
    const before = new Set(flow.state.lists.instruments.items.map(({ id }) => id))
    await flow.refresh()
    const { lists, portal } = flow.state
    const { items } = lists.instruments
    const added = items.find(({ id }) => !before.has(id))
    const mayChange = portal?.allow.includes("payment_instruments") ?? false
    if (added !== undefined && mayChange && items.every((item) => !item.is_default)) {
      await flow.change((api) => api.makeDefault(added.id, false))
    }
    this.#page.changed()
  }

  async #show(session: CardSession, title: string): Promise<void> {
    // The payer's page is large, and most visits enter no card.
    await import("../PayloomCheckout.ts")
    if (this.#page.flow()?.state.stage !== "open") return
    const { api, publishableKey, cardFields, returnUrl, sessionToken: portal } = this.#host
    if (returnUrl) remember({ ...session, title, portal })
    const checkout = document.createElement("payloom-checkout")
    const sessionToken = session.session_token
    Object.assign(checkout, { api, publishableKey, cardFields, returnUrl, sessionToken })
    checkout.slot = checkoutSlot
    for (const name of within) checkout.addEventListener(name, (event) => event.stopPropagation())
    checkout.addEventListener("payloom-succeeded", () => void this.#entered())
    this.#host.prepareCheckout?.(checkout)
    this.#checkout?.remove()
    this.#checkout = checkout
    this.#host.append(checkout)
    this.#page.show(title)
  }
}
