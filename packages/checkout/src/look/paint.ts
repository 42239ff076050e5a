import {
  black,
  type Colour,
  darkened,
  isDark,
  isTinted,
  mix,
  readableOn,
  readColour,
  white,
  writeColour
} from "./colour.ts"

/** The theme: light, dark, or that of the payer's device. */
export type Theme = "light" | "dark" | "auto"

/** A merchant's colours, each in the form #rgb or #rrggbb. */
export interface Palette {
  /** The colour of the merchant's name and of the amount. */
  readonly Primary: string
  /** The colour of buttons and links, and of the focus. */
  readonly Accent: string
  /** The colour of the background. */
  readonly Surface: string
}

/** The look of a page before its session is loaded. */
export interface Look {
  readonly theme: Theme
  readonly palette: Palette
  /**
   * The logos as `data:` URLs, for light and for dark backgrounds. They are empty if there are
   * none.
   */
  readonly logo: { readonly light: string; readonly dark: string }
  readonly layout: {
    /** The space between blocks, in CSS pixels. */
    readonly gap: number
    /** The width of a column, in CSS pixels. */
    readonly measure: number
  }
}

/** The look of sessions without a template. It follows the payer's device. */
export const usualLook: Look = {
  theme: "auto",
  palette: { Primary: "#1f2937", Accent: "#2563eb", Surface: "#ffffff" },
  logo: { light: "", dark: "" },
  layout: { gap: 24, measure: 480 }
}

/** Returns the widths of the blocks in CSS pixels, for one column and for two. */
export const columnWidths = ({ gap, measure }: Look["layout"]) => {
  const one = pixels(measure, 280, 960, usualLook.layout.measure)
  const between = pixels(gap, 0, 96, usualLook.layout.gap)
  // The summary has little text, so its column is the narrower one.
  const beside = Math.round((one * 5) / 8)
  return { gap: between, one, beside, two: one + between + beside }
}

const pixels = (given: number, least: number, most: number, usual: number): number =>
  Number.isInteger(given) ? Math.min(Math.max(given, least), most) : usual

/** The colours of a page. All texts have the contrast of WCAG AA on their background. */
interface Paint {
  /** Around the page's surface. */
  readonly canvas: Colour
  readonly surface: Colour
  readonly ink: Colour
  readonly quiet: Colour
  readonly primary: Colour
  /** Of links and of the focus ring. */
  readonly accent: Colour
  /** Of the button. It may be as pale as the merchant likes. */
  readonly fill: Colour
  readonly on_fill: Colour
  /** Around the button, so that a pale button is visible. */
  readonly edge: Colour
  /** Around fields. */
  readonly line: Colour
  /** Around parts that are clear without a line. */
  readonly hairline: Colour
  readonly wrong: Colour
  readonly right: Colour
}

/** A page's colours as custom properties, and the scheme in which browsers draw their own parts. */
export interface Painted {
  readonly scheme: "light" | "dark" | "light dark"
  /** Declarations such as `--ink:#1f2937`, with `light-dark()` if the theme is `auto`. */
  readonly declarations: string
}

/**
 * Paints a palette. A light surface becomes a dark one of its hue in the dark theme. A dark surface
 * stays as it is in every theme. Invalid colours are replaced by the usual ones, so only colours
 * get into the style sheet. Unknown themes are `auto`.
 */
export const paint = ({ theme, palette }: Pick<Look, "theme" | "palette">): Painted => {
  const given = {
    primary: colourOf(palette, "Primary"),
    accent: colourOf(palette, "Accent"),
    surface: colourOf(palette, "Surface")
  }
  const own = paintOn(given)
  if (isDark(given.surface)) return painted("dark", own, own)
  const { primary, surface } = given
  const dark = paintOn({
    ...given,
    surface: darkened(isTinted(surface) ? surface : primary),
    isDerived: true
  })
  switch (theme) {
    case "light":
      return painted("light", own, own)
    case "dark":
      return painted("dark", dark, dark)
    default:
      return painted("light dark", own, dark)
  }
}

const colourOf = (palette: Palette, name: keyof Palette): Colour =>
  readColour(palette[name]) ?? readColour(usualLook.palette[name]) ?? black

const painted = (scheme: Painted["scheme"], light: Paint, dark: Paint): Painted => ({
  scheme,
  declarations: (Object.keys(light) as Array<keyof Paint>)
    .map((name) => {
      const [one, other] = [writeColour(light[name]), writeColour(dark[name])]
      return `--${name.replace("_", "-")}:${one === other ? one : `light-dark(${one},${other})`}`
    })
    .join(";")
})

const text = 4.5
const shape = 3
/** The contrast of long texts. Pure black and white are harder on the eyes. */
const plainOn = { light: 11, dark: 13 }

const paintOn = (given: {
  readonly primary: Colour
  readonly accent: Colour
  readonly surface: Colour
  /**
   * True if the merchant didn't choose this surface, so that their colours were not chosen for it.
   */
  readonly isDerived?: boolean
}): Paint => {
  const { primary, accent, surface, isDerived = false } = given
  const isDarkSurface = isDark(surface)
  const plain = isDarkSurface ? plainOn.dark : plainOn.light
  const ink = readableOn(primary, surface, plain)
  const fill = isDerived ? readableOn(accent, surface, shape) : accent
  const [wrong, right]: readonly [Colour, Colour] = isDarkSurface
    ? [
        [255, 180, 171],
        [127, 220, 164]
      ]
    : [
        [179, 38, 30],
        [19, 113, 60]
      ]
  return {
    canvas: isDarkSurface ? mix(surface, black, 0.35) : mix(surface, ink, 0.07),
    surface,
    ink,
    quiet: readableOn(mix(ink, surface, 0.3), surface, text),
    primary: readableOn(primary, surface, isDerived ? plain : text),
    accent: readableOn(accent, surface, text),
    fill,
    on_fill: readableOn(isDark(fill) ? white : mix(fill, black, 0.88), fill, text),
    edge: readableOn(fill, surface, shape),
    line: readableOn(mix(ink, surface, 0.5), surface, shape),
    hairline: mix(surface, ink, 0.16),
    wrong: readableOn(wrong, surface, text),
    right: readableOn(right, surface, text)
  }
}
