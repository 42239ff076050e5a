import { readColour } from "../look/colour.ts"
import { type Look, type Palette, type Theme, usualLook } from "../look/paint.ts"
import { type Language, languages } from "../texts/languages.ts"
import type { Labels } from "../texts/relabelled.ts"
import { type CardField, isCardField } from "./CardField.ts"

/** What a frame with card fields is opened with. */
export interface CardFieldsSetup {
  /** The one field that is in it, or null for all three. */
  readonly field: CardField | null
  /** Whether labels are shown. Where they aren't, they still name the inputs. */
  readonly isLabelled: boolean
  /** Whether the page around draws the box that is typed in. */
  readonly isBare: boolean
  /** The origin of the page that the frame answers to, or null where nobody asks. */
  readonly origin: string | null
  /** The language of `labels`, as a BCP 47 tag; the texts that they lack are English. */
  readonly language: Language
  readonly look: Pick<Look, "theme" | "palette">
  readonly labels: Labels
}

/**
 * The fragment that opens the frame: `field`, where it is for one alone, `parts` with what of it is
 * shown, `origin`, `language`, `theme`, the palette as `primary`, `accent` and `surface`, and
 * a parameter `label_…` for each text in it that isn't the usual English one.
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
 * Reads the fragment back. Whoever opens the frame may have written it, so it holds nothing but one
 * of three themes, colours and short texts; for the rest the frame looks as usual.
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
/** As long as the engine takes them. */
const longestLabel = 200

const isPalette = (palette: Palette): boolean =>
  Object.values(palette).every((colour) => readColour(colour) !== null)
