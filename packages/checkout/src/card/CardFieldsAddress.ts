import { readColour } from "../look/colour.ts"
import { type Look, type Palette, type Theme, usualLook } from "../look/paint.ts"
import { type Language, languages } from "../texts/languages.ts"
import type { Labels } from "../texts/relabelled.ts"
import { type CardField, isCardField } from "./CardField.ts"

/** The setup of a frame with card fields. */
export interface CardFieldsSetup {
  /** The only field in the frame, or null for all three. */
  readonly field: CardField | null
  /** True if labels are shown. Hidden labels still name the inputs for screen readers. */
  readonly isLabelled: boolean
  /** True if the page around draws the box of the input. */
  readonly isBare: boolean
  /** The origin of the page that the frame answers to, or null if there is none. */
  readonly origin: string | null
  /** The language of `labels`, as a BCP 47 tag. Texts that `labels` lacks are English. */
  readonly language: Language
  readonly look: Pick<Look, "theme" | "palette">
  readonly labels: Labels
}

/**
 * Returns the fragment that opens the frame. It has `field` if the frame has only one, `parts` if a
 * label or a box is left out, `origin`, `language`, `theme`, and the palette as `primary`, `accent`
 * and `surface`. Each given text has a parameter `label_…`.
 */
export const cardFieldsFragment = (setup: CardFieldsSetup): string => {
  const { field, isLabelled, isBare, origin, language, look, labels } = setup
  const { Primary, Accent, Surface } = look.palette
  const parts = [...(isLabelled ? ["label"] : []), ...(isBare ? [] : ["box"])]
  return new URLSearchParams({
    ...(field === null ? {} : { field }),
    ...(parts.length === 2 ? {} : { parts: parts.join(" ") }),
    origin: origin ?? "",
    language,
    theme: look.theme,
    primary: Primary,
    accent: Accent,
    surface: Surface,
    ...Object.fromEntries(
      Object.entries(labels)
        .filter(([key]) => labelKey.test(key))
        .map(([key, text]) => [labelPrefix + key, text])
    )
  }).toString()
}

/**
 * Parses the fragment. Its author may be anybody, so only one of three themes, colours and short
 * texts are read. All else gets the default look.
 */
export const readCardFieldsFragment = (fragment: string): CardFieldsSetup => {
  const asked = new URLSearchParams(fragment)
  const palette = {
    Primary: asked.get("primary") ?? "",
    Accent: asked.get("accent") ?? "",
    Surface: asked.get("surface") ?? ""
  }
  const field = asked.get("field")
  const parts = asked.get("parts")?.split(" ") ?? ["label", "box"]
  return {
    field: isCardField(field) ? field : null,
    isLabelled: parts.includes("label"),
    isBare: !parts.includes("box"),
    origin: asked.get("origin") || null,
    language: languages.find((tag) => tag === asked.get("language")) ?? "en",
    look: {
      theme: themes.find((theme) => theme === asked.get("theme")) ?? usualLook.theme,
      palette: isPalette(palette) ? palette : usualLook.palette
    },
    labels: Object.fromEntries(
      [...asked]
        .filter(([name]) => name.startsWith(labelPrefix))
        .map(([name, text]) => [name.slice(labelPrefix.length), text.slice(0, longestLabel)])
        .filter(([key = ""]) => labelKey.test(key))
    )
  }
}

const themes: ReadonlyArray<Theme> = ["light", "dark", "auto"]
const labelPrefix = "label_"
const labelKey =
  /^((card|mistakes)_[a-z_]{1,40}|declines_(incorrect_cvc|expired_card|invalid_card))$/
/** The longest label that the engine accepts. */
const longestLabel = 200

const isPalette = (palette: Palette): boolean =>
  Object.values(palette).every((colour) => readColour(colour) !== null)
