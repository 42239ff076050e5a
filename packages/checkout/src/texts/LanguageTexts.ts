import { type Language, languageFor } from "./languages.ts"
import { textsOf } from "./textsOf.ts"

/** Loads the messages of a language, in the syntax of Fluent. */
export type LoadLanguage = (language: Exclude<Language, "en">) => Promise<string>

/** The time that a page waits for its language before it is shown in English, in milliseconds. */
const waitMs = 2500

/** Makes the texts of a language from its messages. */
type MakeTexts<T> = (language: Language, messages: string, locale: string) => T

/**
 * The texts of the loaded languages. Each language is loaded once. Before any is loaded, there is
 * English.
 */
export class LanguageTexts<T> {
  readonly #make: MakeTexts<T>
  #load: LoadLanguage | null = null
  readonly #loaded = new Map<Language, string>([["en", ""]])
  readonly #underWay = new Map<Language, Promise<string>>()
  /** The texts that were created, by their locale. */
  readonly #made = new Map<string, T>()

  constructor(make: MakeTexts<T>) {
    this.#make = make
  }

  /** Sets the function that loads languages. Without it there is only English. */
  comeFrom(load: LoadLanguage): void {
    this.#load = load
  }

  /** Returns the texts of a locale, or null if its language is not loaded. */
  now(locale: string): T | null {
    const language = languageFor(locale)
    const messages = this.#loaded.get(language)
    if (messages === undefined) return null
    const texts = this.#made.get(locale) ?? this.#make(language, messages, locale)
    this.#made.set(locale, texts)
    return texts
  }

  /**
   * Returns the texts of a locale once its language is loaded. Returns English texts if loading
   * fails or takes longer than a payer should wait. A language that is loaded later is there for
   * the next call.
   */
  async settled(locale: string): Promise<T> {
    const language = languageFor(locale)
    if (language !== "en" && !this.#loaded.has(language)) {
      try {
        await Promise.race([this.#loading(language), tooLong()])
      } catch (error) {
        // The payer reads English. The page's owner reads the reason.
        console.warn(`The texts for "${language}" can't be loaded.`, error)
        return this.#english
      }
    }
    return this.now(locale) ?? this.#english
  }

  get #english(): T {
    return this.now("en") ?? this.#make("en", "", "en")
  }

  #loading(language: Exclude<Language, "en">): Promise<string> {
    const before = this.#underWay.get(language)
    if (before !== undefined) return before
    const file = this.#load?.(language) ?? Promise.reject(new Error("Nothing loads languages."))
    const loading = file
      .then((messages) => {
        this.#loaded.set(language, messages)
        return messages
      })
      .finally(() => this.#underWay.delete(language))
    this.#underWay.set(language, loading)
    return loading
  }
}

/** The languages of all elements in a document. */
export const languageTexts = new LanguageTexts(textsOf)

const tooLong = (): Promise<never> =>
  new Promise((_, reject) => {
    setTimeout(() => reject(new Error(`It takes longer than ${waitMs} ms.`)), waitMs)
  })
