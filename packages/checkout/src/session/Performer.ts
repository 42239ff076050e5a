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
    const running = new AbortController()
    this.#running = running
    // Payers' browsers may not have `AbortSignal.any`.
    const { signal } = running
    if (end.aborted) running.abort()
    end.addEventListener("abort", () => running.abort(), { signal })
    return (await perform(action, signal).catch(() => null)) ?? null
  }

  stop(): void {
    this.#running?.abort()
    this.#running = null
  }
}
