import "./PayloomCardField.ts"
import "./PayloomCheckout.ts"
import { fetchLanguage } from "../texts/fetchLanguage.ts"
import { languageTexts } from "../texts/LanguageTexts.ts"

/**
 * Loads languages from this folder, such as `de.ftl`. Call it if the script is a module, or is not
 * beside the folder `languages`.
 *
 * @example
 * ```ts
 * fetchLanguages("https://pay.example/assets/languages/")
 * ```
 */
export const fetchLanguages = (folder: string | URL): void =>
  languageTexts.comeFrom(fetchLanguage(folder))

// A script that is no module knows its own URL only while it runs for the first time.
const script = document.currentScript
if (script instanceof HTMLScriptElement && script.src !== "") {
  fetchLanguages(new URL("languages/", script.src))
}
