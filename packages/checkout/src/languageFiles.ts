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
import { ar as arPortal } from "./texts/portal/ar.ts"
import { cs as csPortal } from "./texts/portal/cs.ts"
import { da as daPortal } from "./texts/portal/da.ts"
import { de as dePortal } from "./texts/portal/de.ts"
import { es as esPortal } from "./texts/portal/es.ts"
import { fi as fiPortal } from "./texts/portal/fi.ts"
import { fr as frPortal } from "./texts/portal/fr.ts"
import { he as hePortal } from "./texts/portal/he.ts"
import { it as itPortal } from "./texts/portal/it.ts"
import { ja as jaPortal } from "./texts/portal/ja.ts"
import { ko as koPortal } from "./texts/portal/ko.ts"
import { nb as nbPortal } from "./texts/portal/nb.ts"
import { nl as nlPortal } from "./texts/portal/nl.ts"
import { pl as plPortal } from "./texts/portal/pl.ts"
import { pt as ptPortal } from "./texts/portal/pt.ts"
import { ru as ruPortal } from "./texts/portal/ru.ts"
import { sv as svPortal } from "./texts/portal/sv.ts"
import { tr as trPortal } from "./texts/portal/tr.ts"
import { uk as ukPortal } from "./texts/portal/uk.ts"
import { zhHans as zhHansPortal } from "./texts/portal/zhHans.ts"
import { zhHant as zhHantPortal } from "./texts/portal/zhHant.ts"

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

/**
 * The texts of the customer portal in the languages other than English, by their tags. They are the
 * files `portal-de.ftl` and so on, beside the others.
 */
export const portalLanguageFiles: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ar: arPortal,
    cs: csPortal,
    da: daPortal,
    de: dePortal,
    es: esPortal,
    fi: fiPortal,
    fr: frPortal,
    he: hePortal,
    it: itPortal,
    ja: jaPortal,
    ko: koPortal,
    nb: nbPortal,
    nl: nlPortal,
    pl: plPortal,
    pt: ptPortal,
    ru: ruPortal,
    sv: svPortal,
    tr: trPortal,
    uk: ukPortal,
    "zh-Hans": zhHansPortal,
    "zh-Hant": zhHantPortal
  })
)
