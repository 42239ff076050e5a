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

/** Light, dark, or as the payer's device is. */
export type Theme = "light" | "dark" | "auto"

/** A merchant's colours, each as #rgb or #rrggbb. */
export interface Palette {
  /** The merchant's name and the amount. */
  readonly Primary: string
  /** What can be pressed, and what has the focus. */
  readonly Accent: string
  /** What all of it stands on. */
  readonly Surface: string
}

/** How a page looks before its session is known. */
export interface Look {
  readonly theme: Theme
  readonly palette: Palette
  /** Images as `data:` URLs, for light and for dark backgrounds; empty where there is none. */
  readonly logo: { readonly light: string; readonly dark: string }
  readonly layout: {
    /** Between blocks, CSS pixels. */
    readonly gap: number
    /** The width of a column, CSS pixels. */
    readonly measure: number
  }
}

/** The look of sessions without a template: it follows the payer's device. */
export const usualLook: Look = {
  theme: "auto",
  palette: { Primary: "#1f2937", Accent: "#2563eb", Surface: "#ffffff" },
  logo: { light: "", dark: "" },
  layout: { gap: 24, measure: 480 }
}

/** How wide the blocks are, CSS pixels: below each other, and where what is paid stands beside. */
export const columnWidths = ({ gap, measure }: Look["layout"]) => {
  const one = pixels(measure, 280, 960, usualLook.layout.measure)
  const between = pixels(gap, 0, 96, usualLook.layout.gap)
  // What is paid is little to read, so its column is the narrower one.
  const beside = Math.round((one * 5) / 8)
  return { gap: between, one, beside, two: one + between + beside }
}

const pixels = (given: number, least: number, most: number, usual: number): number =>
  Number.isInteger(given) ? Math.min(Math.max(given, least), most) : usual

/** The colours of a page. All texts have the contrast of WCAG AA on what they stand on. */
interface Paint {
  /** Around the page's surface. */
  readonly canvas: Colour
  readonly surface: Colour
  readonly ink: Colour
  readonly quiet: Colour
  readonly primary: Colour
  /** Of links and rings around what has the focus. */
  readonly accent: Colour
  /** Of the button, which may be as pale as the merchant likes. */
  readonly fill: Colour
  readonly on_fill: Colour
  /** Around the button; it is seen where the button's own colour isn't. */
  readonly edge: Colour
  /** Around fields. */
  readonly line: Colour
  /** Around what needs no line to be understood. */
  readonly hairline: Colour
  readonly wrong: Colour
  readonly right: Colour
}

/** A page's colours as custom properties, and the scheme that browsers draw their own parts in. */
export interface Painted {
  readonly scheme: "light" | "dark" | "light dark"
  /** Declarations such as `--ink:#1f2937`, with `light-dark()` where the theme is `auto`. */
  readonly declarations: string
}

/**
 * Paints a palette. A surface that is light by itself gets a dark one of its hue for the dark
 * theme; one that is dark stays as it is in every theme. Colours that are none give way to the
 * usual ones, so nothing but colours gets into the style sheet. Themes that are none are `auto`.
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
/** Of what is read at length; black and white alone are harder on the eyes. */
const plainOn = { light: 11, dark: 13 }

const paintOn = (given: {
  readonly primary: Colour
  readonly accent: Colour
  readonly surface: Colour
  /** The merchant didn't choose this surface, so their colours were not chosen for it. */
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
