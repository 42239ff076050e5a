import type { ReactiveController, ReactiveControllerHost } from "lit"

/** A frame that has not said a word by then is taken for one that doesn't come. */
const silentForMs = 15_000
/** Its document is loaded, or the browser's page that says why it isn't: what runs there runs. */
const silentAfterLoadMs = 3000

/** How a frame stands with the page around it. */
export type FrameState = "opening" | "ready" | "failed"

/**
 * Waits for the first word of a frame. A page learns nothing of a document that can't be loaded,
 * was refused or blocked, so silence is all there is to go by. A frame that speaks later is taken
 * as well.
 */
export class FrameWatch implements ReactiveController {
  readonly #host: ReactiveControllerHost
  readonly #onFailed: () => void
  #timer: ReturnType<typeof setTimeout> | undefined
  #state: FrameState = "opening"

  constructor(host: ReactiveControllerHost, onFailed: () => void) {
    this.#host = host
    this.#onFailed = onFailed
    host.addController(this)
  }

  get state(): FrameState {
    return this.#state
  }

  hostDisconnected(): void {
    clearTimeout(this.#timer)
    this.#state = "opening"
  }

  /** The frame is opened, or opened anew. */
  opens(): void {
    this.#become("opening")
    this.#failIn(silentForMs)
  }

  /** The frame has loaded something. */
  hasLoaded(): void {
    if (this.#state === "opening") this.#failIn(silentAfterLoadMs)
  }

  /** The frame has said that it's there. */
  isReady(): void {
    clearTimeout(this.#timer)
    this.#become("ready")
  }

  #failIn(ms: number): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => {
      this.#become("failed")
      this.#onFailed()
    }, ms)
  }

  #become(state: FrameState): void {
    this.#state = state
    this.#host.requestUpdate()
  }
}
