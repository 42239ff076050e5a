import { Cause } from "effect"

/** The replacement of withheld text. */
const withheld = "[withheld]"

/**
 * The maximum number of characters of a log entry. A log needs the reason, not all data of a
 * failing adapter.
 */
const maxLength = 4000

const secretNames = [
  "pass(?:word|wd|phrase)?",
  "secret",
  "token",
  "api[_-]?key",
  "authorization",
  "cv[cv]2?",
  "\\bpin"
]

/** The patterns of secrets and card numbers. The first group is the text that stays in front. */
const secretPatterns: ReadonlyArray<RegExp> = [
  // API keys and webhook secrets: ours and those of providers that have the same form.
  /()\b(?:[a-z]{2}_(?:test|live)|whsec)_[\w+/=-]+/g,
  /\b((?:Bearer|Basic)\s+)[\w.~+/=-]+/gi,
  // The user and password of an address.
  /(:\/\/)[^\s/@]+(?=@)/g,
  // Values that are named as a secret or a card's security code: in JSON, in JSON inside a JSON
  // string, in a query, in a header.
  new RegExp(
    `((?:${secretNames.join("|")})\\\\*["']?\\s*[:=]\\s*\\\\*["']?)` +
      `(?:\\\\(?!["'])|[^\\s"'\\\\,;&)}])+`,
    "gi"
  ),
  // As many digits as a card number has, with or without separators.
  /()\p{Nd}(?:[ .-]?\p{Nd}){12,}/gu
]

/**
 * Withholds text that looks like a secret or a card number. It only recognizes patterns, so it is a
 * second line of defence: an adapter should not put either into its errors.
 */
export const withoutSecrets = (text: string): string =>
  secretPatterns.reduce((kept, pattern) => kept.replace(pattern, `$1${withheld}`), text)

/** Returns true if a text has something that looks like a secret or a card number. */
export const looksSecret = (text: string): boolean => withoutSecrets(text) !== text

/**
 * Returns the reason of a failure for an operator's log, without text that looks like a secret or a
 * card number.
 */
export const causeText = (cause: Cause.Cause<unknown>): string =>
  withoutSecrets(Cause.pretty(cause).slice(0, 4 * maxLength)).slice(0, maxLength)
