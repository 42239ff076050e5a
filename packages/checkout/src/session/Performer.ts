import type { ClientSideView } from "./View.ts"

/**
 * Runs a provider's script that asks the payer on the page. Returns the script's result, or null if
 * the payer closed it or the page has no such script. The signal ends it.
 */
export type Perform = (action: ClientSideView, signal: AbortSignal) => Promise<unknown>

const keyOf = ({ kind, payload }: ClientSideView): string => JSON.stringify([kind, payload])

/**
 * Remembers the last action that a provider's script ran for, and ends it once the page moves on.
 */
export class Performer {
  #last = ""
  #running: AbortController | null = null

  /** Returns true if the action differs from the last one. */
  isNew(action: ClientSideView): boolean {
    return keyOf(action) !== this.#last
  }

  async perform(action: ClientSideView, perform: Perform, end: AbortSignal): Promise<unknown> {
    this.stop()
    this.#last = keyOf(action)
    this.#running = new AbortController()
    const signal = AbortSignal.any([this.#running.signal, end])
    return (await perform(action, signal).catch(() => null)) ?? null
  }

  stop(): void {
    this.#running?.abort()
    this.#running = null
  }
}
