import type { LitElement, ReactiveController } from "lit"

/** The least and the greatest height of a challenge's page, in CSS pixels. */
const leastHeight = 120
const mostHeight = 1200

/** The wait before a repeated challenge counts as done again, and the longest wait. */
const firstWaitMs = 1000
const longestWaitMs = 15_000

/**
 * Listens to the issuer's page in the frame `iframe.challenge`. Its messages have `payloom` set to
 * `three-ds`. The type `resized` has the page's `height` in CSS pixels, which the frame gets. The
 * type `done`, or no type, says that the payer has finished. Other types are ignored.
 */
export class ChallengeWatch implements ReactiveController {
  readonly #host: LitElement
  readonly #done: () => void
  /** The frame whose payer finished last, and the number of repeats of the same challenge. */
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
   * Reads messages. Only a message's height is used, because the server looks up the outcome. An
   * issuer may lead the payer from origin to origin, so messages are recognized by their window.
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

  /**
   * Handles a finished payer. If the same challenge is shown again, its page may report `done` at
   * once, and for ever. So repeats wait longer each time.
   */
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
