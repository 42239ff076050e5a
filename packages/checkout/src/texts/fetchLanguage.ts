import type { LoadLanguage } from "./LanguageTexts.ts"

/**
 * Loads languages as files from a folder. They are data, so a page's policy needs to allow no
 * script. The names of the files begin with a prefix.
 */
export const fetchLanguage =
  (folder: string | URL, prefix = ""): LoadLanguage =>
  async (language) => {
    const base = String(folder).replace(/\/?$/, "/")
    const response = await fetch(`${base}${prefix}${language}.ftl`, { credentials: "omit" })
    if (!response.ok) throw new Error(`${response.url} answered ${response.status}.`)
    return response.text()
  }
