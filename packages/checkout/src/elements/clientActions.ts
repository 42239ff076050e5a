import type { Perform } from "../session/Performer.ts"

/** The request to the handler of an action. */
export interface ClientActionRequest {
  /** The provider's name of the action's kind. */
  readonly kind: string
  /** The payload for the provider's script, as the provider gave it. */
  readonly payload: unknown
  /** The element for the script's own content. It is in the page, within the checkout. */
  readonly container: HTMLElement
  /** Aborted once the payer has chosen another method, or the payment is settled. */
  readonly signal: AbortSignal
}

/**
 * The handlers of providers' scripts on a page, by the kind of action. A handler asks the payer. It
 * returns the result for the provider, `true` if there is no result, or null if the payer closed
 * it. The page's owner decides which scripts it loads.
 */
export type ClientActions = Readonly<
  Record<string, (request: ClientActionRequest) => Promise<unknown>>
>

/** The slot for the content of scripts. */
export const actionSlot = "action"

/**
 * Returns a function that runs a page's handlers, each in a container outside of the shadow root.
 */
export const performOn =
  (host: HTMLElement & { readonly actions: ClientActions }): Perform =>
  async ({ kind, payload }, signal) => {
    const handler = Object.hasOwn(host.actions, kind) ? host.actions[kind] : undefined
    if (handler === undefined) {
      reportError(new Error(`payloom-checkout has no "actions" of the kind "${kind}".`))
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
      // The page's owner sees the error. The payer can continue, or choose another method.
      reportError(error)
      return null
    } finally {
      clear()
    }
  }
