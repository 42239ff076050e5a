import type { Portal } from "../../portal/PortalApi.ts"
import type { PortalTexts } from "../PortalTexts.ts"
import { type LabelRules, type Labels, replacedTexts } from "../relabelled.ts"

/**
 * The portal. A merchant can't change texts about the amounts and dates of charges, and about what
 * follows from a choice.
 */
const ofPortal: LabelRules = {
  prefix: "portal_",
  placeholders: { portal_title: "{merchant}", portal_pay: "{amount}" },
  fixed: new Set([
    "portal_language",
    "portal_locale",
    "portal_direction",
    "portal_next_charge",
    "portal_charging",
    "portal_ends_on",
    "portal_paused_text",
    "portal_resumes_on",
    "portal_overdue",
    "portal_overdue_retry",
    "portal_paid_with",
    "portal_card_name",
    "portal_expires",
    "portal_used_for",
    "portal_cancel_at_end",
    "portal_cancel_now",
    "portal_pause_text",
    "portal_remove_move",
    "portal_remove_last",
    "portal_default_move",
    "portal_change_overdue"
  ])
}

/**
 * Replaces the portal's texts by a merchant's own. A key is `portal_` and the text's path in
 * {@link PortalTexts} in lower case: `portal_cards`, `portal_session_over_title`. Unknown keys are
 * ignored.
 */
export const relabelledPortal = (texts: PortalTexts | null, labels: Labels): PortalTexts | null =>
  texts && replacedTexts(texts, labels, ofPortal)

/** Returns a merchant's texts for a locale. The closest language wins, key by key. */
export const labelsOf = (
  {
    labels,
    labels_by_locale: byLocale = {}
  }: Partial<Pick<Portal["look"], "labels" | "labels_by_locale">>,
  locale: string
): Labels => {
  const asked = `${locale.toLowerCase()}-`
  const close = Object.entries(byLocale)
    .filter(([tag]) => asked.startsWith(`${tag.toLowerCase()}-`))
    .sort(([one], [other]) => one.length - other.length)
  return Object.assign({}, labels, ...close.map(([, texts]) => texts))
}
