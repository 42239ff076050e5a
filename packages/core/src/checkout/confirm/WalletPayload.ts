import { Option, Schema } from "effect"
import {
  everyPart,
  isPlainJson,
  isSmallJson,
  passedOnBounds
} from "../../kernel/primitives/boundedJson.ts"
import { isBareCardNumber } from "../../kernel/primitives/cardNumberGuard.ts"
import { refusedAs } from "../../kernel/primitives/RefusalCode.ts"

const { levels: deepest } = passedOnBounds

const isPlain = (payload: unknown): payload is Schema.Json => isPlainJson(payload, passedOnBounds)

const isSmall = (payload: unknown): boolean => isSmallJson(payload, passedOnBounds)

/** A card number may be split into the items of a list. */
const digitsOf = (part: unknown): string =>
  Array.isArray(part) && part.every((item) => typeof item !== "object")
    ? part.join("")
    : typeof part === "string" || typeof part === "number"
      ? String(part)
      : ""

const holdsNoCardNumber = (payload: unknown): boolean =>
  everyPart(payload, (part) => !isBareCardNumber(digitsOf(part)) && holdsNoneInside(part))

/** A card number has at least this many digits, so shorter texts are not parsed. */
const shortestNumber = 13

/** Wallets put JSON into texts. */
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

/** The checks on data that a payer's page passes on from somebody else. */
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
 * The payload of a wallet: text or an object of at most 32 KiB. The engine does not interpret it. A
 * bare card number anywhere in it is refused.
 */
export const WalletPayload = Schema.Union([
  Schema.NonEmptyString,
  Schema.Record(Schema.String, Schema.Unknown)
]).check(...passedOn("what the wallet handed out"))

/** The data with which a payer returned from a redirect: at most 32 KiB. */
export interface Returned {
  /** The query parameters of the address to which the payer returned, by name. */
  readonly query?: { readonly [name: string]: string }
  /** The result that the provider's own script gave to the page. */
  readonly result?: unknown
}
export const Returned = Schema.Struct({
  query: Schema.optionalKey(Schema.Record(Schema.String, Schema.String)),
  result: Schema.optionalKey(Schema.Unknown)
}).check(...passedOn("what the payer brought back"))
