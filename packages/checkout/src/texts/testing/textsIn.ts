import { languageFiles } from "../../languageFiles.ts"
import { languageFor } from "../languages.ts"
import type { Texts } from "../Texts.ts"
import { textsOf } from "../textsOf.ts"

/** Returns the texts of a locale, for tests that load no file. */
export const textsIn = (locale: string): Texts => {
  const language = languageFor(locale)
  return textsOf(language, languageFiles.get(language) ?? "", locale)
}
