import type { ClientSideView } from "./View.ts"

/**
 * Has a provider's script ask the payer on the page, and hands out what it answers: null where the
 * payer closed it, or the page has no such script. The signal ends it.
 */
export type Perform = (action: ClientSideView, signal: AbortSignal) => Promise<unknown>

const keyOf = ({ kind, payload }: ClientSideView): string => JSON.stringify([kind, payload])

/** Remembers what a provider's script was asked for, and ends that once the page has moved on. */
export class Performer {
  #last = ""
  #running: AbortController | null = null

  /** Whether a script was asked for something else before, or for nothing. */
  isNewlyPending(action: ClientSideView): boolean {
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
