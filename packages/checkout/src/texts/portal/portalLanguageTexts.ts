import { LanguageTexts } from "../LanguageTexts.ts"
import { portalTextsOf } from "../PortalTexts.ts"

/** The portal's texts in the languages of all elements in a document. */
export const portalLanguageTexts = new LanguageTexts(portalTextsOf)

/** The prefix of the names of the portal's language files. */
export const portalPrefix = "portal-"
