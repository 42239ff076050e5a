import { createHash } from "node:crypto"
import { columnWidths, type Look, paint, usualLook } from "@payloom/checkout/look"
import type { SessionAppearance } from "@payloom/core"

/** The padding of the page's card in CSS pixels. */
const padding = 28
/** The margins beside the card, and the width of a scroll bar. */
const margins = 56

/** The inline parts of the page. It is painted with them before anything is loaded. */
export interface FirstFrame {
  /** The text of a `style` element. */
  readonly style: string
  /** The hash with which a Content-Security-Policy allows only this text. */
  readonly styleHash: string
  /** The look for `<payloom-checkout>`, as JSON. */
  readonly look: string
}

/** Returns the inline parts for a look, or for the usual look: its theme, colours and width. */
export const firstFrame = (published: SessionAppearance | null): FirstFrame => {
  const look = published === null ? usualLook : lookOf(published)
  const { scheme, declarations } = paint(look)
  const widths = columnWidths(look.layout)
  const [one, two] = [widths.one + 2 * padding, widths.two + 2 * padding]
  const style =
    `:root{color-scheme:${scheme};${declarations};--column:${one}px}` +
    `@media (width >= ${two + margins}px){:root{--column:${two}px}}`
  const digest = createHash("sha384").update(style).digest("base64")
  return { style, styleHash: `sha384-${digest}`, look: JSON.stringify(look) }
}

const lookOf = ({ themeMode, ...rest }: SessionAppearance): Look => ({ theme: themeMode, ...rest })
