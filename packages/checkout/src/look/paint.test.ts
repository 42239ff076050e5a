import { defaultTemplate } from "@payloom/core"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { type Colour, contrastOf, readColour, writeColour } from "./colour.ts"
import { type Palette, paint, type Theme, usualLook } from "./paint.ts"

/**
 * Returns the custom properties of a paint, with one colour each, or one for light and one for
 * dark.
 */
const painted = (theme: Theme, palette: Palette) => {
  const { scheme, declarations } = paint({ theme, palette })
  const entries = declarations.split(";").map((declaration) => {
    const [, name = "", value = ""] =
      /^--([a-z-]+):((?:light-dark\()?#[0-9a-f]{6}(?:,#[0-9a-f]{6}\))?)$/.exec(declaration) ?? []
    const found = [...value.matchAll(/#[0-9a-f]{6}/g)].map(([text]) => readColour(text))
    return [name, found as Array<Colour>] as const
  })
  return { scheme, colours: new Map(entries) }
}

const contrasts = (theme: Theme, palette: Palette, name: string, background: string) => {
  const { colours } = painted(theme, palette)
  const [one = [], other = []] = [colours.get(name), colours.get(background)]
  return [0, 1].map((index) => {
    const [ink, behind] = [one[index] ?? one[0], other[index] ?? other[0]]
    return ink === undefined || behind === undefined ? 0 : contrastOf(ink, behind)
  })
}

const colour = fc
  .tuple(fc.nat(255), fc.nat(255), fc.nat(255))
  .map((parts) => writeColour(parts as Colour))
const palettes = fc.record({ Primary: colour, Accent: colour, Surface: colour })
const themes = fc.constantFrom<Theme>("light", "dark", "auto")

const texts = ["ink", "quiet", "primary", "accent", "wrong", "right"]

describe("a palette that is painted", () => {
  it("has readable texts in every theme, whatever the palette", () => {
    fc.assert(
      fc.property(themes, palettes, (theme, palette) => {
        for (const name of texts) {
          expect(Math.min(...contrasts(theme, palette, name, "surface"))).toBeGreaterThanOrEqual(
            4.5
          )
        }
        expect(Math.min(...contrasts(theme, palette, "on-fill", "fill"))).toBeGreaterThanOrEqual(
          4.5
        )
      })
    )
  })

  it("has visible edges of buttons and fields, whatever the palette", () => {
    fc.assert(
      fc.property(themes, palettes, (theme, palette) => {
        for (const name of ["edge", "line"]) {
          expect(Math.min(...contrasts(theme, palette, name, "surface"))).toBeGreaterThanOrEqual(3)
        }
      })
    )
  })

  const shop = { Primary: "#7c2d12", Accent: "#fb923c", Surface: "#fff7ed" }

  it("keeps the merchant's surface and button in the light theme", () => {
    const { scheme, colours } = painted("light", shop)
    expect(scheme).toBe("light")
    expect(colours.get("surface")).toEqual([readColour("#fff7ed")])
    expect(colours.get("fill")).toEqual([readColour("#fb923c")])
    expect(colours.get("primary")).toEqual([readColour("#7c2d12")])
  })

  it("gets a dark surface in the dark theme, and both surfaces if it follows the device", () => {
    const dark = painted("dark", shop)
    expect(dark.scheme).toBe("dark")
    expect(contrastOf(dark.colours.get("surface")?.[0] ?? [0, 0, 0], [0, 0, 0])).toBeLessThan(1.6)
    const auto = painted("auto", shop)
    expect(auto.scheme).toBe("light dark")
    expect(auto.colours.get("surface")).toEqual([
      readColour("#fff7ed"),
      ...(dark.colours.get("surface") ?? [])
    ])
  })

  it.each(["light", "dark", "auto"] as const)(
    "is dark in the theme %s where the merchant's surface is",
    (theme) => {
      const { scheme, colours } = painted(theme, { ...shop, Surface: "#111827" })
      expect([scheme, colours.get("surface")]).toEqual(["dark", [readColour("#111827")]])
    }
  )

  it("lets only colours into the style sheet", () => {
    const hostile = { Primary: "red", Accent: "#12345g", Surface: "#fff;}*{display:none" }
    expect(paint({ theme: "auto", palette: hostile })).toEqual(paint(usualLook))
  })

  it("reads short colours as long ones", () => {
    const long = { Primary: "#aabbcc", Accent: "#112233", Surface: "#ffffff" }
    const short = { Primary: "#ABC", Accent: "#123", Surface: "#fff" }
    expect(paint({ theme: "dark", palette: short })).toEqual(
      paint({ theme: "dark", palette: long })
    )
  })
})

describe("the usual look", () => {
  it("has the colours and sizes that the engine returns for sessions without a template", () => {
    const { palette, logo, layout } = defaultTemplate
    expect(usualLook).toMatchObject({ palette, logo })
    expect(usualLook.layout).toEqual({ gap: layout.gap, measure: layout.measure })
  })
})
