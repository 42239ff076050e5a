import type { ReactiveController, ReactiveControllerHost } from "lit"
import { languageTexts } from "../texts/LanguageTexts.ts"
import { type Labels, relabelled } from "../texts/relabelled.ts"
import type { Texts } from "../texts/Texts.ts"

/**
 * The languages of an element. The shown texts of a locale don't change later. If the payer's
 * language could not be loaded, an element stays in English until it is put into a document again.
 */
export class PageLanguage implements ReactiveController {
  readonly #host: ReactiveControllerHost
  /** The texts by locale, or null while they are being loaded. */
  readonly #texts = new Map<string, Texts | null>()

  constructor(host: ReactiveControllerHost) {
    this.#host = host
    host.addController(this)
  }

  hostDisconnected(): void {
    this.#texts.clear()
  }

  /**
   * Returns the texts of a locale, with a merchant's own texts in their places. Returns null while
   * they are being loaded, and updates the host once they are there.
   */
  textsFor(locale: string, labels: Labels): Texts | null {
    const texts = this.#texts.get(locale) ?? languageTexts.now(locale)
    if (texts === null && !this.#texts.has(locale)) void this.settle(locale)
    if (texts !== null) this.#texts.set(locale, texts)
    return texts && relabelled(texts, labels)
  }

  /** Resolves once the texts of a locale are loaded. */
  async settle(locale: string): Promise<void> {
    if ((this.#texts.get(locale) ?? null) !== null) return
    this.#texts.set(locale, null)
    const texts = await languageTexts.settled(locale)
    // Another call may have finished first.
    if (this.#texts.get(locale) === null) this.#texts.set(locale, texts)
    this.#host.requestUpdate()
  }
}
