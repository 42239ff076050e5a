import { ar } from "./texts/languages/ar.ts"
import { cs } from "./texts/languages/cs.ts"
import { da } from "./texts/languages/da.ts"
import { de } from "./texts/languages/de.ts"
import { es } from "./texts/languages/es.ts"
import { fi } from "./texts/languages/fi.ts"
import { fr } from "./texts/languages/fr.ts"
import { he } from "./texts/languages/he.ts"
import { it } from "./texts/languages/it.ts"
import { ja } from "./texts/languages/ja.ts"
import { ko } from "./texts/languages/ko.ts"
import { nb } from "./texts/languages/nb.ts"
import { nl } from "./texts/languages/nl.ts"
import { pl } from "./texts/languages/pl.ts"
import { pt } from "./texts/languages/pt.ts"
import { ru } from "./texts/languages/ru.ts"
import { sv } from "./texts/languages/sv.ts"
import { tr } from "./texts/languages/tr.ts"
import { uk } from "./texts/languages/uk.ts"
import { zhHans } from "./texts/languages/zhHans.ts"
import { zhHant } from "./texts/languages/zhHant.ts"

/**
 * The languages other than English, by their tags. Each is the text of a file that `fetchLanguages`
 * of `@payloom/checkout/one-file` requests from a server: messages in the syntax of Fluent.
 *
 * @example
 * ```ts
 * app.get("/assets/languages/:name", (context) => {
 *   const text = languageFiles.get(context.req.param("name").replace(".ftl", ""))
 *   return text === undefined ? context.notFound() : context.text(text)
 * })
 * ```
 */
export const languageFiles: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ar,
    cs,
    da,
    de,
    es,
    fi,
    fr,
    he,
    it,
    ja,
    ko,
    nb,
    nl,
    pl,
    pt,
    ru,
    sv,
    tr,
    uk,
    "zh-Hans": zhHans,
    "zh-Hant": zhHant
  })
)
