import "../PayloomCheckout.ts"
import "./PayloomPortal.ts"
import { fetchLanguage } from "../../texts/fetchLanguage.ts"
import { languageTexts } from "../../texts/LanguageTexts.ts"
import { portalLanguageTexts, portalPrefix } from "../../texts/portal/portalLanguageTexts.ts"

/**
 * Loads languages from this folder, such as `de.ftl` and `portal-de.ftl`. Call it if the script is
 * a module, or is not beside the folder `languages`.
 *
 * @example
 * ```ts
 * fetchPortalLanguages("https://pay.example/assets/languages/")
 * ```
 */
export const fetchPortalLanguages = (folder: string | URL): void => {
  languageTexts.comeFrom(fetchLanguage(folder))
  portalLanguageTexts.comeFrom(fetchLanguage(folder, portalPrefix))
}

// A script that is no module knows its own URL only while it runs for the first time.
const script = document.currentScript
if (script instanceof HTMLScriptElement && script.src !== "") {
  fetchPortalLanguages(new URL("languages/", script.src))
}
