import type { ReactiveController, ReactiveControllerHost } from "lit"
import type { LanguageTexts } from "../texts/LanguageTexts.ts"

/**
 * The languages of an element. The shown texts of a locale don't change later. If the payer's
 * language could not be loaded, an element stays in English until it is put into a document again.
 */
export class LoadedLanguage<T> implements ReactiveController {
  readonly #host: ReactiveControllerHost
  readonly #languages: LanguageTexts<T>
  /** The texts by locale, or null while they are being loaded. */
  readonly #texts = new Map<string, T | null>()

  constructor(host: ReactiveControllerHost, languages: LanguageTexts<T>) {
    this.#host = host
    this.#languages = languages
    host.addController(this)
  }

  hostDisconnected(): void {
    this.#texts.clear()
  }

  /**
   * Returns the texts of a locale. Returns null while they are being loaded, and updates the host
   * once they are there.
   */
  textsOf(locale: string): T | null {
    const texts = this.#texts.get(locale) ?? this.#languages.now(locale)
    if (texts === null && !this.#texts.has(locale)) void this.settle(locale)
    if (texts !== null) this.#texts.set(locale, texts)
    return texts
  }

  /** Resolves once the texts of a locale are loaded. */
  async settle(locale: string): Promise<void> {
    if ((this.#texts.get(locale) ?? null) !== null) return
    this.#texts.set(locale, null)
    const texts = await this.#languages.settled(locale)
    // Another call may have finished first.
    if (this.#texts.get(locale) === null) this.#texts.set(locale, texts)
    this.#host.requestUpdate()
  }
}
