import { Effect, Option } from "effect"
import type { TemplateId } from "../../kernel/primitives/PublicId.ts"
import type { Scope } from "../../platform/storage/Scope.ts"
import { Storage } from "../../platform/storage/Storage.ts"
import type { Caller } from "../../platform/tenants/Caller.ts"
import { publishedConfig } from "../branding/BrandingTemplate.ts"
import type { TemplateConfig } from "../branding/TemplateConfig.ts"
import { CheckoutSessionCollection } from "./CheckoutSession.ts"

/** The look of a session's page before the page has the payer's token. */
export interface SessionAppearance extends Pick<TemplateConfig, "themeMode" | "palette" | "logo"> {
  readonly layout: Pick<TemplateConfig["layout"], "gap" | "measure">
}

/**
 * Returns the look of a session's page by the session's id, for a server that renders the first
 * frame of the page. An id is not a secret, so the answer reveals nothing about the payment or the
 * payer. Returns the default look if the session does not exist or has no template.
 */
export const sessionAppearance = Effect.fnUntraced(function* (caller: Caller, id: string) {
  const { scope } = caller
  const storage = yield* Storage
  const found = yield* storage.get(scope, CheckoutSessionCollection, id)
  return yield* appearanceOf(scope, Option.getOrNull(found)?.row.template ?? null)
})

/** Returns the published look of a template, or the default look for null. */
export const appearanceOf = Effect.fnUntraced(function* (
  scope: Scope,
  template: TemplateId | null
) {
  const { themeMode, palette, logo, layout } = yield* publishedConfig(scope, template)
  const look: SessionAppearance = {
    // The default look was not chosen by a merchant, so it follows the payer's device.
    themeMode: template === null ? "auto" : themeMode,
    palette,
    logo,
    layout: { gap: layout.gap, measure: layout.measure }
  }
  return look
})
