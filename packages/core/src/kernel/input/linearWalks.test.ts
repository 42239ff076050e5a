import { Cause, Schema } from "effect"
import { describe, expect, it } from "vitest"
import { Ciphertext } from "../../cards/vault/Ciphertext.ts"
import { WalletPayload } from "../../checkout/confirm/WalletPayload.ts"
import { causeText, withoutSecrets } from "../logging/causeText.ts"
import { CurrencyCode } from "../primitives/CurrencyCode.ts"
import { holdsCardNumber, isBareCardNumber } from "../primitives/cardNumberGuard.ts"
import { EmailAddress } from "../primitives/EmailAddress.ts"
import { freeText } from "../primitives/FreeText.ts"
import { Locale } from "../primitives/Locale.ts"
import { Metadata } from "../primitives/Metadata.ts"
import { MinorAmount } from "../primitives/MinorAmount.ts"
import { PaymentId } from "../primitives/PublicId.ts"
import { Timestamp } from "../primitives/Timestamp.ts"
import { PageUrl } from "../primitives/WebUrl.ts"
import { inputDecoder } from "./decodeInput.ts"

/** Texts of a given length that are slow to check. */
const worstTexts: Readonly<Record<string, (length: number) => string>> = {
  "combining marks": (length) => `a${"\u0301\u0316".repeat(length / 2)}`,
  "combining marks between digits": (length) => "4\u0316\u0301\u0316".repeat(length / 4),
  digits: (length) => "4".repeat(length),
  "single digits": (length) => "4 ".repeat(length / 2),
  "digits with two separators": (length) => "4 .".repeat(length / 3),
  "groups of four": (length) => "4242 ".repeat(length / 5),
  "ringed digits": (length) => "\u2463".repeat(length),
  "full-width digits": (length) => "\uff14".repeat(length),
  "digits of another script": (length) => "\u0664".repeat(length),
  hexadecimal: (length) => "0a".repeat(length / 2),
  "hexadecimal with a wrong end": (length) => `${"0a".repeat(length / 2)}g`,
  ULIDs: (length) => "0ABCDEFGHJ".repeat(length / 10),
  "dashes and labels": (length) => `a@${"a-".repeat(length / 2)}`,
  labels: (length) => `a@${"a.".repeat(length / 2)}`,
  dots: (length) => ".".repeat(length),
  spaces: (length) => " ".repeat(length),
  backslashes: (length) => `secret=${"\\".repeat(length)}"`,
  "secrets without end": (length) => "secret =".repeat(length / 8),
  addresses: (length) => "://a".repeat(length / 4),
  "nearly bearers": (length) => `Bearer${" ".repeat(length)}`,
  percents: (length) => `https://a.test/${"%34".repeat(length / 3)}`,
  brackets: (length) => "[".repeat(length),
  quotes: (length) => `${'\\"'.repeat(length / 2)}`
}

const decoding = (schema: Schema.Codec<never, unknown>) => {
  const decode = inputDecoder(Schema.Struct({ field: schema }))
  return (text: string): unknown => decode({ field: text })
}

const anyField = inputDecoder(Schema.Struct({ a: Schema.optionalKey(Schema.String) }))

/** The functions that check the whole of a text. */
const walks: Readonly<Record<string, (text: string) => unknown>> = {
  isBareCardNumber,
  holdsCardNumber,
  withoutSecrets
}

/** The functions that take a text from outside and check a limited part of it. */
const inputs: typeof walks = {
  "the cause of an error": (text) => causeText(Cause.die(new Error(text))),
  "a free text": decoding(freeText(500) as never),
  "an email address": decoding(EmailAddress as never),
  "a locale": decoding(Locale as never),
  "an address": decoding(PageUrl as never),
  "a ciphertext": decoding(Ciphertext as never),
  "a wallet's text": decoding(WalletPayload as never),
  "a wallet's object": (text) => decoding(WalletPayload as never)({ token: [text] } as never),
  "an amount": decoding(MinorAmount as never),
  "a currency": decoding(CurrencyCode as never),
  "a time": decoding(Timestamp as never),
  "an id": decoding(PaymentId as never),
  "a value of metadata": (text) => decoding(Metadata as never)({ key: text } as never),
  "a key of metadata": (text) => decoding(Metadata as never)({ [text]: "" } as never),
  "an unknown field": (text) => anyField({ [text]: 1 })
}

/** Returns the shortest time of a walk in several runs, in microseconds. */
const fastest = (walk: () => unknown): number => {
  let best = Number.POSITIVE_INFINITY
  const started = performance.now()
  for (let tries = 0; tries < 3 || (tries < 50 && performance.now() - started < 1); tries++) {
    const before = performance.now()
    walk()
    best = Math.min(best, (performance.now() - before) * 1000)
  }
  return best
}

/** A busy machine may slow one of the two runs, so both are repeated. Quadratic walks stay so. */
const mostMeasurements = 100

/** Returns `linear` if a walk over ten times the text takes ten times as long, not a hundred. */
const asLinear = (short: () => unknown, long: () => unknown, factor = 10): unknown => {
  let last: ReadonlyArray<number> = []
  for (let times = 0; times < mostMeasurements; times++) {
    last = [fastest(short), fastest(long)]
    const [little = 0, much = 0] = last
    if (much < 3.5 * factor * little || much < 1_000) return "linear"
  }
  return last
}

describe("a walk over a text from outside", () => {
  it.each(Object.entries({ ...walks, ...inputs }))("takes linear time: %s", (_, walk) => {
    for (const [kind, make] of Object.entries(worstTexts)) {
      const [short, long] = [make(6_000), make(60_000)]
      const found = asLinear(
        () => walk(short),
        () => walk(long)
      )
      expect([kind, found]).toEqual([kind, "linear"])
    }
  })
})

describe("a wallet's payload", () => {
  const repeated = (count: number, member: unknown) => Array.from({ length: count }, () => member)
  it.each([
    ["texts that are not JSON", (size: number) => repeated(size * 180, `["${"a".repeat(11)}`)],
    ["many short texts", (size: number) => repeated(size * 800, "[")],
    ["texts of digits", (size: number) => repeated(size * 150, "4".repeat(16))],
    ["many small numbers", (size: number) => repeated(size * 1_500, 4)],
    ["JSON in texts of JSON", (size: number) => [nested(size)]]
  ] as const)("takes no more than in proportion to its length: %s", (_, make) => {
    const decode = inputDecoder(Schema.Struct({ field: WalletPayload }))
    const inputOf = (size: number) => ({ field: { token: make(size) } })
    const [short, long] = [inputOf(2), inputOf(10)]
    const lengths = [short, long].map((input) => JSON.stringify(input).length)
    expect(lengths[1]).toBeLessThan(34_000)
    expect(
      asLinear(
        () => decode(short),
        () => decode(long),
        (lengths[1] ?? 0) / (lengths[0] ?? 1)
      )
    ).toBe("linear")
  })
})

/** A text of JSON that is a text of JSON, so many times. */
const nested = (depth: number): string =>
  depth === 0 ? "[4242]" : JSON.stringify([nested(depth - 1)])
