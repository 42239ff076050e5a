import { Option, Schema } from "effect"
import { isBareCardNumber } from "../../values/cardNumberGuard.ts"
import { isStorable } from "../../values/FreeText.ts"
import { refusedAs } from "../../values/RefusalCode.ts"

const deepest = 20

const maxBytes = 32 * 1024

/** Walks a value without recursion: it comes from outside and may be nested as deep as it likes. */
const everyPart = (root: unknown, holds: (part: unknown, depth: number) => boolean): boolean => {
  const open: Array<{ readonly part: unknown; readonly depth: number }> = [{ part: root, depth: 0 }]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { part, depth } = next
    if (!holds(part, depth)) return false
    if (typeof part !== "object" || part === null) continue
    if (Array.isArray(part)) {
      for (const item of part) open.push({ part: item, depth: depth + 1 })
      continue
    }
    for (const [name, inner] of Object.entries(part)) {
      open.push({ part: name, depth }, { part: inner, depth: depth + 1 })
    }
  }
  return true
}

const isJson = (part: unknown): boolean => {
  switch (typeof part) {
    case "string":
      return isStorable(part)
    case "boolean":
      return true
    case "number":
      return Number.isFinite(part)
    case "object":
      return (
        part === null || Array.isArray(part) || Object.getPrototypeOf(part) === Object.prototype
      )
    default:
      return false
  }
}

const isPlain = (payload: unknown): payload is Schema.Json =>
  everyPart(payload, (part, depth) => depth <= deepest && isJson(part))

const encoder = new TextEncoder()

/** As JSON in UTF-8. A text is counted before it is encoded: in UTF-8 it is no shorter. */
const isSmall = (payload: unknown): boolean => {
  const text = typeof payload === "string" ? payload : JSON.stringify(payload)
  return text.length <= maxBytes && encoder.encode(text).length <= maxBytes
}

/** Digits may stand in pieces, each an item of a list. */
const digitsOf = (part: unknown): string =>
  Array.isArray(part) && part.every((item) => typeof item !== "object")
    ? part.join("")
    : typeof part === "string" || typeof part === "number"
      ? String(part)
      : ""

const holdsNoCardNumber = (payload: unknown): boolean =>
  everyPart(payload, (part) => !isBareCardNumber(digitsOf(part)) && holdsNoneInside(part))

/** A card's number doesn't fit into less, so it isn't worth reading. */
const shortestNumber = 13

/** Wallets hand out JSON within texts. */
const holdsNoneInside = (part: unknown, depth = 0): boolean => {
  const mayHold = typeof part === "string" && part.length > shortestNumber
  const inner = mayHold && /^\s*[{["]/.test(part) ? parsed(part) : null
  return (
    inner === null ||
    everyPart(
      inner,
      (each) =>
        !isBareCardNumber(digitsOf(each)) && (depth > deepest || holdsNoneInside(each, depth + 1))
    )
  )
}

const readJson = Schema.decodeUnknownOption(Schema.fromJsonString(Schema.Unknown))

const parsed = (text: string): unknown => Option.getOrNull(readJson(text))

/** What holds for whatever a payer's page passes on from somebody else. */
const passedOn = (whose: string) =>
  [
    Schema.makeFilter(
      isPlain,
      refusedAs("parameter_invalid", `text, or an object of at most ${deepest} levels`)
    ).abort(),
    Schema.makeFilter(isSmall, refusedAs("parameter_invalid", "at most 32 KiB of JSON")).abort(),
    Schema.makeFilter(
      holdsNoCardNumber,
      refusedAs("card_number_not_allowed", `${whose}, never a card number`)
    )
  ] as const

/**
 * What a wallet handed out (spec 2.13): text or an object of at most 32 KiB, which nobody here
 * reads. A bare card number anywhere in it is refused.
 */
export const WalletPayload = Schema.Union([
  Schema.NonEmptyString,
  Schema.Record(Schema.String, Schema.Unknown)
]).check(...passedOn("what the wallet handed out"))

/** What a payer brought back from where a provider sent them: at most 32 KiB. */
export interface Returned {
  /** The query of the address that they came back to, by name. */
  readonly query?: { readonly [name: string]: string }
  /** What the provider's own script handed to the page. */
  readonly result?: unknown
}
export const Returned = Schema.Struct({
  query: Schema.optionalKey(Schema.Record(Schema.String, Schema.String)),
  result: Schema.optionalKey(Schema.Unknown)
}).check(...passedOn("what the payer brought back"))
