import type { LoadLanguage } from "./LanguageTexts.ts"

/** Loads languages as files of a folder. They are data: a page's policy allows no script for it. */
export const fetchLanguage =
  (folder: string | URL): LoadLanguage =>
  async (language) => {
    const base = String(folder).replace(/\/?$/, "/")
    const response = await fetch(`${base}${language}.ftl`, { credentials: "omit" })
    if (!response.ok) throw new Error(`${response.url} answers ${response.status}.`)
    return response.text()
  }
