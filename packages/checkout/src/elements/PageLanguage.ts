import type { ReactiveController, ReactiveControllerHost } from "lit"
import { languageTexts } from "../texts/LanguageTexts.ts"
import { type Labels, relabelled } from "../texts/relabelled.ts"
import type { Texts } from "../texts/Texts.ts"

/**
 * The languages of an element. Once the texts of a locale are shown they stay as they are: an
 * element that began in English, as the payer's language could not be loaded, goes on in English
 * until it is put into a document anew.
 */
export class PageLanguage implements ReactiveController {
  readonly #host: ReactiveControllerHost
  /** By locale, or null for texts that are on their way. */
  readonly #texts = new Map<string, Texts | null>()

  constructor(host: ReactiveControllerHost) {
    this.#host = host
    host.addController(this)
  }

  hostDisconnected(): void {
    this.#texts.clear()
  }

  /**
   * Returns the texts of a locale with a merchant's own in their places. Null while they are on
   * their way: the host is updated once they are there.
   */
  textsFor(locale: string, labels: Labels): Texts | null {
    const texts = this.#texts.get(locale) ?? languageTexts.now(locale)
    if (texts === null && !this.#texts.has(locale)) void this.settle(locale)
    if (texts !== null) this.#texts.set(locale, texts)
    return texts && relabelled(texts, labels)
  }

  /** Settles once the texts of a locale are there. */
  async settle(locale: string): Promise<void> {
    if ((this.#texts.get(locale) ?? null) !== null) return
    this.#texts.set(locale, null)
    const texts = await languageTexts.settled(locale)
    // Another call may have come first.
    if (this.#texts.get(locale) === null) this.#texts.set(locale, texts)
    this.#host.requestUpdate()
  }
}
