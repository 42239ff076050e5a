/** The interruptions of this process, such as Ctrl-C. */
export class Interrupts {
  readonly #controller = new AbortController()
  /** True while a stream is printed, which ends in order when it is interrupted. */
  isHeard = false

  /** Aborted by the first interruption. */
  get signal(): AbortSignal {
    return this.#controller.signal
  }

  /** Interrupts the stream. Returns false if there is none, or if it was interrupted before. */
  interrupt(): boolean {
    if (!this.isHeard || this.signal.aborted) return false
    this.#controller.abort()
    return true
  }
}
