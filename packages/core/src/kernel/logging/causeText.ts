import { Cause } from "effect"

/** What takes the place of what isn't told. */
const withheld = "[withheld]"

/** A log holds the reason, not the whole of what a failing adapter had in hand. */
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

/** What may be secret or a card's, with what stays in front of it. */
const unspeakable: ReadonlyArray<RegExp> = [
  // API keys and webhook secrets, ours and those of providers that write them likewise.
  /()\b(?:[a-z]{2}_(?:test|live)|whsec)_[\w+/=-]+/g,
  /\b((?:Bearer|Basic)\s+)[\w.~+/=-]+/gi,
  // The user and password of an address.
  /(:\/\/)[^\s/@]+(?=@)/g,
  // Whatever is named as a secret or as a card's code: in JSON, in JSON that is a text in JSON,
  // in a query, in a header.
  new RegExp(
    `((?:${secretNames.join("|")})\\\\*["']?\\s*[:=]\\s*\\\\*["']?)` +
      `(?:\\\\(?!["'])|[^\\s"'\\\\,;&)}])+`,
    "gi"
  ),
  // As many digits as a card number has, however they are spaced.
  /()\p{Nd}(?:[ .-]?\p{Nd}){12,}/gu
]

/**
 * A text with what looks like a secret or a card number withheld. It goes by looks, so it is a
 * second line of defence: an adapter should put neither into what it throws.
 */
export const withoutSecrets = (text: string): string =>
  unspeakable.reduce((kept, pattern) => kept.replace(pattern, `$1${withheld}`), text)

/** Whether a text holds what looks like a secret or a card number. */
export const looksSecret = (text: string): boolean => withoutSecrets(text) !== text

/** Why something failed, for an operator's log, without what looks like a secret or a card's. */
export const causeText = (cause: Cause.Cause<unknown>): string =>
  withoutSecrets(Cause.pretty(cause).slice(0, 4 * maxLength)).slice(0, maxLength)
