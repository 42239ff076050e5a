import { looksSecret } from "../logging/causeText.ts"
import { holdsCardNumber, isBareCardNumber } from "../primitives/cardNumberGuard.ts"

/** Fields whose value is never repeated: secrets and personal data. */
const privateField = new RegExp(
  "cipher|payload|secret|token|cvc|cvv|code|password|credential|key|mail|name|address|postal|" +
    "line|city|metadata|reference|description|number|ip$",
  "i"
)

const longestRepeated = 40

/** Three or four digits may be a card's security code, unless the field is a count. */
const maybeSecurityCode = /^[0-9]{3,4}$/
const countField = /amount|limit|count|quantity|days|fee|cycles|weight|currency|ms$/i

/** A country is not secret, also as part of an address. */
const publicField = /^country$/i

const isRepeatable = (text: string): boolean =>
  text.length <= longestRepeated &&
  // Email addresses are never repeated, whichever field they were in.
  !text.includes("@") &&
  !looksSecret(text) &&
  !isBareCardNumber(text) &&
  !holdsCardNumber(text)

/** Returns a short text in quotes. Null if it is long, or may be secret or a card number. */
export const receivedText = (text: unknown): string | null =>
  typeof text === "string" && text !== "" && isRepeatable(text) && !maybeSecurityCode.test(text)
    ? quoted(text)
    : null

/** Escapes each character of a text that could be mistaken for another. */
export const escaped = (text: string): string =>
  text.replace(
    /[^\x20-\x7e\p{Script=Latin}\p{Sc}]/gu,
    (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`
  )

const quoted = (text: string): string => escaped(JSON.stringify(text))

const article = (noun: string): string => `${/^[aeiou]/.test(noun) ? "an" : "a"} ${noun}`

const nameOf = (value: object): string => {
  if (Array.isArray(value)) return `a list of ${value.length}`
  if (value instanceof Date) return "a Date"
  if (value instanceof URL) return "a URL"
  if (value instanceof Uint8Array) return "an array of bytes"
  if (typeof (value as { readonly then?: unknown }).then === "function")
    return "a promise, not awaited"
  return "an object"
}

/**
 * Describes a given value, to follow `but is`. A short value is repeated, unless it may be secret,
 * personal, or a card number. Otherwise only the kind of value is given.
 */
export const receivedValue = (value: unknown, path: ReadonlyArray<PropertyKey>): string | null => {
  const isCount = countField.test(String(path.at(-1)))
  const isPrivate =
    (path.some((key) => privateField.test(String(key))) &&
      !publicField.test(String(path.at(-1)))) ||
    (!isCount && maybeSecurityCode.test(String(value)))
  switch (typeof value) {
    case "undefined":
      return null
    case "string":
      if (value === "") return "empty"
      return !isPrivate && isRepeatable(value)
        ? quoted(value)
        : `a string of ${value.length} ${value.length === 1 ? "character" : "characters"}`
    case "number":
    case "bigint": {
      const kind = typeof value === "bigint" ? "bigint" : "number"
      const text = `${value}`
      if (!isPrivate && text.length > 15) return `${article(kind)} of ${text.length} digits`
      if (isPrivate || !isRepeatable(text)) return article(kind)
      return typeof value === "bigint" ? `the bigint ${text}n` : `the number ${text}`
    }
    case "boolean":
      return String(value)
    case "object":
      return value === null ? "null" : nameOf(value)
    default:
      return article(typeof value)
  }
}

/**
 * Returns the value at a path of an input. The path may have the library's spelling of a field if
 * the input has the spelling of the wire.
 */
export const valueAt = (
  input: unknown,
  path: ReadonlyArray<PropertyKey>,
  spelled: (key: string) => string
): unknown =>
  path.reduce<unknown>((value, key) => {
    if (typeof value !== "object" || value === null) return undefined
    const own = Object.hasOwn(value, key) ? key : spelled(String(key))
    return Object.hasOwn(value, own) ? (value as Record<PropertyKey, unknown>)[own] : undefined
  }, input)
