import type { ReactiveController, ReactiveControllerHost } from "lit"

/**
 * Delays changes that move the page while a pointer is pressed. Pressing a button leaves a field,
 * which may show a mistake and so move the button away. Releasing the pointer would then not click
 * it.
 */
export class PressWatch implements ReactiveController {
  #isPressed = false
  #held: (() => void) | null = null
  #listening = new AbortController()

  constructor(host: ReactiveControllerHost) {
    host.addController(this)
  }

  hostConnected(): void {
    this.#listening = new AbortController()
    const { signal } = this.#listening
    const listen = (
      type: `pointer${"down" | "up" | "cancel" | "move"}`,
      heard: (event: PointerEvent) => void
    ) => window.addEventListener(type, heard, { signal, capture: true })
    listen("pointerdown", () => {
      this.#isPressed = true
    })
    // The click comes in the same turn of the event loop.
    listen("pointerup", () => setTimeout(() => this.#letGo()))
    listen("pointercancel", () => this.#letGo())
    // The pointer was released without an event, as in a menu of the browser's.
    listen("pointermove", ({ buttons }) => {
      if (buttons === 0) this.#letGo()
    })
  }

  hostDisconnected(): void {
    this.#listening.abort()
    this.#letGo()
  }

  /** Runs `move` now, or after the pointer is released. Only the last delayed move runs. */
  after(move: () => void): void {
    if (this.#isPressed) this.#held = move
    else move()
  }

  #letGo(): void {
    this.#isPressed = false
    this.#held?.()
    this.#held = null
  }
}
