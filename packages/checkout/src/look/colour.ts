/** Red, green and blue, each 0 to 255. */
export type Colour = readonly [red: number, green: number, blue: number]

export const black: Colour = [0, 0, 0]
export const white: Colour = [255, 255, 255]

const shape = /^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i

/** Parses a colour in the form #rgb or #rrggbb. Returns null for other texts. */
export const readColour = (text: string): Colour | null => {
  if (!shape.test(text)) return null
  const digits = text.length === 4 ? [...text.slice(1)].map((digit) => digit + digit) : null
  const [red, green, blue] = digits ?? [text.slice(1, 3), text.slice(3, 5), text.slice(5)]
  return [red, green, blue].map((part) => Number.parseInt(part ?? "", 16)) as unknown as Colour
}

/** Returns the colour in the form #rrggbb. */
export const writeColour = (colour: Colour): string =>
  `#${colour.map((part) => part.toString(16).padStart(2, "0")).join("")}`

/**
 * Returns the contrast of two colours by WCAG, 1 to 21. Small text needs 4.5, a button's edge 3.
 */
export const contrastOf = (one: Colour, other: Colour): number => {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
  return (lighter + 0.05) / (darker + 0.05)
}

const luminance = (colour: Colour): number => {
  const [red = 0, green = 0, blue = 0] = colour.map((part) => {
    const share = part / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** Returns true if light text has more contrast on the colour than dark text. */
export const isDark = (colour: Colour): boolean =>
  contrastOf(colour, white) > contrastOf(colour, black)

/** Mixes two colours. `share` is the part of `other`, 0 to 1. */
export const mix = (one: Colour, other: Colour, share: number): Colour =>
  one.map((part, index) =>
    Math.round(part + ((other[index] ?? 0) - part) * share)
  ) as unknown as Colour

/**
 * Returns the colour, moved towards black or white until it has the contrast. A contrast of 4.5 is
 * always possible. If a greater one is not possible, returns black or white.
 */
export const readableOn = (colour: Colour, background: Colour, contrast: number): Colour => {
  const end = isDark(background) ? white : black
  for (let share = 0; share < 1; share += 0.04) {
    const moved = mix(colour, end, share)
    if (contrastOf(moved, background) >= contrast) return moved
  }
  return end
}

/** Returns a surface for dark themes with a hint of the colour's hue. */
export const darkened = (colour: Colour): Colour => {
  const [high, low] = [Math.max(...colour), Math.min(...colour)]
  const spread = high - low
  if (spread === 0) return [28, 28, 30]
  const middle = 0.13 * 255
  const saturation = Math.min(spread / (255 - Math.abs(high + low - 255)), 0.25)
  return colour.map((part) => {
    const place = ((part - low) / spread) * 2 - 1
    return Math.round(middle * (1 + saturation * place))
  }) as unknown as Colour
}

/** Returns true if the colour has a visible hue. */
export const isTinted = (colour: Colour): boolean => Math.max(...colour) - Math.min(...colour) > 8
