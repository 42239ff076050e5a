import { Effect, Option } from "effect"
import { Storage } from "../../platform/storage/Storage.ts"
import type { Caller } from "../../platform/tenants/Caller.ts"
import { publishedConfig } from "../branding/BrandingTemplate.ts"
import type { TemplateConfig } from "../branding/TemplateConfig.ts"
import { CheckoutSessionCollection } from "./CheckoutSession.ts"

/** What a page may paint of a session before its payer's token is there. */
export interface SessionAppearance extends Pick<TemplateConfig, "themeMode" | "palette" | "logo"> {
  readonly layout: Pick<TemplateConfig["layout"], "gap" | "measure">
}

/**
 * How the page of a session looks, by the session's id: for a server that paints the page's first
 * frame. An id is no secret, so this tells nothing of what is paid and by whom; where there is no
 * such session it is the usual look, as without a template. Library call.
 */
export const sessionAppearance = Effect.fnUntraced(function* (caller: Caller, id: string) {
  const { scope } = caller
  const storage = yield* Storage
  const found = yield* storage.get(scope, CheckoutSessionCollection, id)
  const template = Option.getOrNull(found)?.row.template ?? null
  const { themeMode, palette, logo, layout } = yield* publishedConfig(scope, template)
  const look: SessionAppearance = {
    // Nobody chose the usual look, so it follows the payer's device.
    themeMode: template === null ? "auto" : themeMode,
    palette,
    logo,
    layout: { gap: layout.gap, measure: layout.measure }
  }
  return look
})
