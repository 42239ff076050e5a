import type { ReactiveControllerHost } from "lit"
import { languageTexts } from "../texts/LanguageTexts.ts"
import { type Labels, relabelled } from "../texts/relabelled.ts"
import type { Texts } from "../texts/Texts.ts"
import { LoadedLanguage } from "./LoadedLanguage.ts"

/** The languages of an element of the payer's page. */
export class PageLanguage extends LoadedLanguage<Texts> {
  constructor(host: ReactiveControllerHost) {
    super(host, languageTexts)
  }

  /**
   * Returns the texts of a locale, with a merchant's own texts in their places. Returns null while
   * they are being loaded, and updates the host once they are there.
   */
  textsFor(locale: string, labels: Labels): Texts | null {
    const texts = this.textsOf(locale)
    return texts && relabelled(texts, labels)
  }
}
