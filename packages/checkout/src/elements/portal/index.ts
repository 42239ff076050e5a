import { importLanguage } from "../../texts/importLanguage.ts"
import { languageTexts } from "../../texts/LanguageTexts.ts"
import { importPortalLanguage } from "../../texts/portal/importLanguage.ts"
import { portalLanguageTexts } from "../../texts/portal/portalLanguageTexts.ts"

export { PayloomPortal } from "./PayloomPortal.ts"
export type { PortalReady } from "./PortalEvents.ts"

languageTexts.comeFrom(importLanguage)
portalLanguageTexts.comeFrom(importPortalLanguage)
