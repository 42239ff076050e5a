import { layoutRules, usualBlocks } from "../look/layoutRules.ts"
import { type Look, paint, usualLook } from "../look/paint.ts"
import type { PayerSession } from "../session/PayerApi.ts"

/** Returns the look of a session. Without a template it follows the payer's device. */
export const lookOf = (session: PayerSession): Look => ({
  theme: session.template === null ? "auto" : session.template_config.theme_mode,
  palette: session.merchant_palette,
  logo: session.merchant_logo,
  layout: session.template_config.layout
})

/** The two style sheets that follow a shadow root's own: the look's and the merchant's. */
export class LookSheets {
  readonly #look = new CSSStyleSheet()
  readonly #merchant = new CSSStyleSheet()
  #written = ""

  /**
   * Adopts the sheets. A content security policy without `unsafe-inline` allows that, but no
   * elements.
   */
  adoptInto(root: ShadowRoot): void {
    root.adoptedStyleSheets.push(this.#look, this.#merchant)
  }

  /** Writes both sheets for a payer's session, or the look that is known before it is loaded. */
  writeFor(session: PayerSession | null, before: Look | null): void {
    const look = session === null ? (before ?? usualLook) : lookOf(session)
    const layout = session?.template_config.layout ?? { ...usualBlocks, ...look.layout }
    this.write(look, layoutRules(layout), session?.merchant_css)
  }

  /** Writes the colours of a look and the rules of a page's parts, and then the merchant's CSS. */
  write(look: Look, parts: string, css = ""): void {
    const { scheme, declarations } = paint(look)
    const rules = `:host{color-scheme:${scheme};${declarations}}\n${parts}`
    if (this.#written === rules + css) return
    this.#written = rules + css
    this.#look.replaceSync(rules)
    this.#merchant.replaceSync(css)
  }
}
