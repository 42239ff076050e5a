import type { Texts } from "./Texts.ts"

/** A merchant's own texts by their keys. */
export type Labels = Readonly<Record<string, string>>

/** The texts of a page that a merchant may replace. */
export interface LabelRules {
  /** The beginning of each key. */
  readonly prefix: string
  /** The placeholders in braces that a merchant's own text may have, by the text's key. */
  readonly placeholders: Readonly<Record<string, string>>
  /** The keys of texts that a merchant can't replace. */
  readonly fixed: ReadonlySet<string>
}

/**
 * The payer's page. A merchant can't change texts about the page, and about the amounts and dates
 * of charges.
 */
const ofPage: LabelRules = {
  prefix: "",
  placeholders: {
    pay: "{amount}",
    subscribe: "{amount}",
    start_trial: "{amount}",
    pay_to: "{merchant}",
    back: "{merchant}",
    next_step: "{method}",
    declined_by: "{method}",
    optional: "{field}",
    mandates_debit: "{merchant}",
    mistakes_digits: "{count}"
  },
  fixed: new Set(["language", "locale", "direction", "every", "terms", "test_mode", "attribution"])
}

/**
 * Replaces texts by a merchant's own. A key is the text's path in {@link Texts} in lower case:
 * `pay`, `card_number`, `mistakes_expiry`, `succeeded_title`, `declines_insufficient_funds`.
 * Unknown keys are ignored.
 */
export const relabelled = (texts: Texts, labels: Labels): Texts =>
  replacedTexts(texts, labels, ofPage)

/** Replaces the texts of a page by a merchant's own, by the rules of the page. */
export const replacedTexts = <T extends object>(texts: T, labels: Labels, rules: LabelRules): T =>
  Object.keys(labels).length === 0 ? texts : (replaced(texts, { labels, ...rules }) as T)

const replaced = (texts: object, rules: LabelRules & { readonly labels: Labels }): object =>
  Object.fromEntries(
    Object.entries(texts).map(([name, usual]: [string, unknown]) => {
      const { labels, prefix, placeholders, fixed } = rules
      const key = prefix + snakeCase(name)
      if (fixed.has(key)) return [name, usual]
      if (typeof usual === "object" && usual !== null) {
        return [name, replaced(usual, { ...rules, prefix: `${key}_` })]
      }
      const own = Object.hasOwn(labels, key) ? labels[key] : undefined
      return [name, typeof own === "string" ? ownText(placeholders[key], own) : usual]
    })
  )

const ownText = (
  placeholder: string | undefined,
  own: string
): string | ((value: string) => string) =>
  placeholder === undefined ? own : (value) => own.replaceAll(placeholder, () => value)

const snakeCase = (name: string): string =>
  name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
