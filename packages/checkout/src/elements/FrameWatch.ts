import type { ReactiveController, ReactiveControllerHost } from "lit"

/** The time after which a frame that has sent no message counts as failed, in milliseconds. */
const silentForMs = 15_000
/** The same time after the frame has loaded a document, which may be the browser's error page. */
const silentAfterLoadMs = 3000

/** The state of a frame. */
export type FrameState = "opening" | "ready" | "failed"

/**
 * Waits for the first message of a frame. A page can't see that a frame's document failed to load,
 * was refused or was blocked, so silence means failure. A frame that sends a message later is
 * accepted.
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

  /** Starts to wait for a frame that is opened, or opened again. */
  opens(): void {
    this.#become("opening")
    this.#failIn(silentForMs)
  }

  /** Waits for less time, because the frame has loaded a document. */
  hasLoaded(): void {
    if (this.#state === "opening") this.#failIn(silentAfterLoadMs)
  }

  /** Records the first message of the frame. */
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
