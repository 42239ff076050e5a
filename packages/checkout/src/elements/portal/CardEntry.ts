import type { CardSession } from "../../portal/PortalApi.ts"
import type { PortalFlow } from "../../portal/PortalFlow.ts"
import { broughtBack } from "../returnMark.ts"
import { forget, remember, remembered } from "./portalMemory.ts"

/** Opens a checkout session, as `PortalFlow.enterCard` does. */
export type BeginCard = Parameters<PortalFlow["enterCard"]>[0]

/** The element in which a card is entered. */
export interface CardEntryHost {
  readonly flow: () => PortalFlow | null
  /** True if providers can send the customer back to this page. */
  readonly canReturn: () => boolean
  /** The token of the portal session. */
  readonly portal: () => string
  readonly show: (session: CardSession, title: string) => void
  readonly changed: () => void
}

/** The checkout sessions in which a customer enters a card within the portal. */
export class CardEntry {
  readonly #host: CardEntryHost
  #isOpen = false

  constructor(host: CardEntryHost) {
    this.#host = host
  }

  /** Opens a checkout session and shows it. Returns false if it can't be opened. */
  async begin(title: string, begin: BeginCard): Promise<boolean> {
    const session = (await this.#host.flow()?.enterCard(begin)) ?? null
    if (session === null) return false
    await this.#show(session, title)
    return true
  }

  /** Shows the checkout session again whose provider sent the customer back to this page. */
  async comeBack(): Promise<void> {
    const kept = broughtBack() === null ? null : remembered(this.#host.portal())
    if (kept !== null) await this.#show(kept, kept.title)
  }

  /** Reads the cards again. The first card becomes the default, so that later payments find one. */
  async entered(): Promise<void> {
    forget()
    const flow = this.#host.flow()
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
    this.#host.changed()
  }

  /** Forgets the session, because its dialog was closed. A payment may have ended meanwhile. */
  close(): void {
    if (!this.#isOpen) return
    this.#isOpen = false
    forget()
    void this.#host.flow()?.refresh()
  }

  async #show(session: CardSession, title: string): Promise<void> {
    // The payer's page is large, and most visits enter no card.
    await import("../PayloomCheckout.ts")
    const { canReturn, portal, show } = this.#host
    if (canReturn()) remember({ ...session, title, portal: portal() })
    this.#isOpen = true
    show(session, title)
  }
}
