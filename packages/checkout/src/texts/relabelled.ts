import type { Texts } from "./Texts.ts"

/** A merchant's own texts by their keys. */
export type Labels = Readonly<Record<string, string>>

/** The placeholders in braces that a merchant's own text may have, by the text's key. */
const placeholders: Readonly<Record<string, string>> = {
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
}

/**
 * Texts that a merchant can't change: about the page, and about the amounts and dates of charges.
 */
const fixed: ReadonlyArray<string> = [
  "language",
  "locale",
  "direction",
  "every",
  "terms",
  "test_mode",
  "attribution"
]

/**
 * Replaces texts by a merchant's own. A key is the text's path in {@link Texts} in lower case:
 * `pay`, `card_number`, `mistakes_expiry`, `succeeded_title`, `declines_insufficient_funds`.
 * Unknown keys are ignored.
 */
export const relabelled = (texts: Texts, labels: Labels): Texts =>
  Object.keys(labels).length === 0 ? texts : (replaced(texts, labels, "") as Texts)

const replaced = (texts: object, labels: Labels, path: string): object =>
  Object.fromEntries(
    Object.entries(texts).map(([name, usual]: [string, unknown]) => {
      const key = path + snakeCase(name)
      if (fixed.includes(key)) return [name, usual]
      if (typeof usual === "object" && usual !== null) {
        return [name, replaced(usual, labels, `${key}_`)]
      }
      const own = Object.hasOwn(labels, key) ? labels[key] : undefined
      return [name, typeof own === "string" ? ownText(key, own) : usual]
    })
  )

const ownText = (key: string, own: string): string | ((value: string) => string) => {
  const placeholder = placeholders[key]
  return placeholder === undefined ? own : (value) => own.replaceAll(placeholder, () => value)
}

const snakeCase = (name: string): string =>
  name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
