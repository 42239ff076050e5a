import type { ReactiveController, ReactiveControllerHost } from "lit"

/**
 * Holds back what moves the page while a pointer is pressed. To press a button is to leave a field,
 * and to leave a field may show what is wrong with it: were the button moved away by that, letting
 * go would be no click on it.
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
    // Let go where nobody heard of it, as in a menu of the browser's.
    listen("pointermove", ({ buttons }) => {
      if (buttons === 0) this.#letGo()
    })
  }

  hostDisconnected(): void {
    this.#listening.abort()
    this.#letGo()
  }

  /** Does it now, or after the pointer is let go; of what waits, the last is done. */
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
