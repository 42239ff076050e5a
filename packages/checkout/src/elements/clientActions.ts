import type { Perform } from "../session/Performer.ts"

/** What the handler of an action is asked for. */
export interface ClientActionRequest {
  /** What the provider calls it. */
  readonly kind: string
  /** What the provider's script needs for it, as the provider gave it. */
  readonly payload: unknown
  /** An element of the page, within the checkout, for what the script has to show. */
  readonly container: HTMLElement
  /** Aborted once the payer has chosen something else, or the payment is settled. */
  readonly signal: AbortSignal
}

/**
 * What providers' scripts do on a page, by the kind of action: each asks the payer and hands out
 * what its provider wants to know, `true` where that is nothing, or null where the payer closed it.
 * Which scripts a page loads is for its owner to say.
 */
export type ClientActions = Readonly<
  Record<string, (request: ClientActionRequest) => Promise<unknown>>
>

/** The slot in which scripts show what they have to show. */
export const actionSlot = "action"

/** Runs the handlers of a page, each in a container of its own, outside of the shadow root. */
export const performOn =
  (host: HTMLElement & { readonly actions: ClientActions }): Perform =>
  async ({ kind, payload }, signal) => {
    const handler = Object.hasOwn(host.actions, kind) ? host.actions[kind] : undefined
    if (handler === undefined) {
      reportError(new Error(`The "actions" of payloom-checkout have none of the kind "${kind}".`))
      return null
    }
    const container = document.createElement("div")
    container.slot = actionSlot
    host.append(container)
    const clear = () => container.remove()
    signal.addEventListener("abort", clear)
    try {
      return await handler({ kind, payload, container, signal })
    } catch (error) {
      // The page's owner wants to know; the payer can go on, or choose anew.
      reportError(error)
      return null
    } finally {
      clear()
    }
  }
