import type { LitElement, ReactiveController } from "lit"

/** The least and the most that a challenge's page is given, CSS pixels. */
const leastHeight = 120
const mostHeight = 1200

/**
 * Listens to the issuer's page in the frame `iframe.challenge`. Its messages have `payloom` set to
 * `three-ds`. Type `resized` has the page's `height` in CSS pixels, which the frame takes on. Any
 * other type says that the payer is through.
 */
export class ChallengeWatch implements ReactiveController {
  readonly #host: LitElement
  readonly #done: () => void

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
  }

  /** The server looks up the outcome, so nothing in a message is trusted but its height. */
  readonly #onMessage = ({ source, data }: MessageEvent<unknown>): void => {
    const frame = this.#host.renderRoot.querySelector<HTMLIFrameElement>("iframe.challenge")
    if (frame === null || source !== frame.contentWindow) return
    if (typeof data !== "object" || data === null || !("payloom" in data)) return
    if (data.payloom !== "three-ds") return
    if (!("type" in data) || data.type !== "resized") {
      this.#done()
      return
    }
    const height = "height" in data ? Number(data.height) : Number.NaN
    if (!Number.isFinite(height)) return
    frame.style.height = `${Math.min(Math.max(height, leastHeight), mostHeight)}px`
  }
}
