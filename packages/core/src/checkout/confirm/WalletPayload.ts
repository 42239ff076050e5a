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
