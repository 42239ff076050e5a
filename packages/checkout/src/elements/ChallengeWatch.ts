import type { LitElement, ReactiveController } from "lit"

/** The least and the most that a challenge's page is given, CSS pixels. */
const leastHeight = 120
const mostHeight = 1200

/** The wait for a challenge that is shown again, and the longest one. */
const firstWaitMs = 1000
const longestWaitMs = 15_000

/**
 * Listens to the issuer's page in the frame `iframe.challenge`. Its messages have `payloom` set to
 * `three-ds`. Type `resized` has the page's `height` in CSS pixels, which the frame takes on. Type
 * `done`, or none, says that the payer is through. Other types are ignored.
 */
export class ChallengeWatch implements ReactiveController {
  readonly #host: LitElement
  readonly #done: () => void
  /** The frame whose payer was through last, and the number of its likes before it. */
  #last: HTMLIFrameElement | null = null
  #repeats = 0
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(host: LitElement, done: () => void) {
    this.#host = host
    this.#done = done
    host.addController(this)
  }

  hostConnected(): void {
    window.addEventListener("message", this.#onMessage)
  }

  hostDisconnected(): void {
    window.removeEventListener("message", this.#onMessage)
    clearTimeout(this.#timer)
  }

  /**
   * The server looks up the outcome, so nothing in a message is trusted but its height. Issuers
   * lead payers from origin to origin, so a message is known by its window and not by its origin.
   */
  readonly #onMessage = ({ source, data }: MessageEvent<unknown>): void => {
    const frame = this.#host.renderRoot.querySelector<HTMLIFrameElement>("iframe.challenge")
    if (frame === null || source !== frame.contentWindow) return
    if (typeof data !== "object" || data === null || !("payloom" in data)) return
    if (data.payloom !== "three-ds") return
    const type = "type" in data ? data.type : "done"
    if (type === "done") this.#through(frame)
    if (type !== "resized" || !("height" in data)) return
    const { height } = data
    if (typeof height !== "number" || Number.isNaN(height)) return
    frame.style.height = `${Math.min(Math.max(height, leastHeight), mostHeight)}px`
  }

  /** If the same challenge is shown again, its page may say so again at once, and for ever. */
  #through(frame: HTMLIFrameElement): void {
    if (frame === this.#last) return
    this.#repeats = frame.src === this.#last?.src ? this.#repeats + 1 : 0
    this.#last = frame
    clearTimeout(this.#timer)
    const waitMs = Math.min(firstWaitMs * 2 ** (this.#repeats - 1), longestWaitMs)
    if (this.#repeats === 0) this.#done()
    else this.#timer = setTimeout(this.#done, waitMs)
  }
}
