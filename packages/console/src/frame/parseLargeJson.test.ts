import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { LongText } from "./LongText.ts"
import { parseLargeJson } from "./parseLargeJson.ts"

const odd = ["\\", '"', "\n", "\u0000", "ü", "😀", "\ud83d", "\u2028", "/", "a", " "]
const text = fc.array(fc.constantFrom(...odd), { maxLength: 40 }).map((parts) => parts.join(""))
/** A text that is longer than a part, with escapes at its ends. */
const longText = fc
  .tuple(text, fc.constantFrom(...odd), fc.nat({ max: 20 }), text)
  .map(([first, middle, more, last]) => first + middle.repeat(262_130 + more) + last)

describe("large JSON", () => {
  it("is parsed to the same as by JSON.parse, wherever its escapes and its pieces end", async () => {
    const values = fc.tuple(fc.jsonValue({ maxDepth: 3 }), longText, text, longText)
    const lengths = fc.constantFrom(40_001, 65_536)
    await fc.assert(
      fc.asyncProperty(values, lengths, async ([value, one, key, other], length) => {
        const given = { value, one, [key]: { other, list: [one, 1, null, true] } }
        for (const json of [JSON.stringify(given), escaped(JSON.stringify(given))]) {
          const parsed = await parseLargeJson(piecesOf(json, length))
          expect(await whole(parsed)).toEqual(JSON.parse(json))
        }
      }),
      { numRuns: 5 }
    )
  })

  it("has no letter of a file in two pieces", async () => {
    const file = `${"x".repeat(200_001)}${"😀".repeat(200_000)}`
    const json = escaped(JSON.stringify({ file }))
    const { file: read } = (await parseLargeJson(piecesOf(json, 50_003))) as { file: LongText }
    const pieces = await piecesIn(read)
    expect(pieces.length).toBeGreaterThan(5)
    expect(pieces.filter((piece) => !piece.isWellFormed())).toEqual([])
    expect(pieces.join("")).toBe(file)
    expect(read.length).toBe(file.length)
  })

  it("is refused if it is no JSON", async () => {
    const long = "x".repeat(300_000)
    for (const json of [
      "",
      `"${long}`,
      `{"a":"${long}"`,
      `{"a":"${long}\\"}`,
      `{"a":"${long}\\x"}`,
      `{"a":"${long}\n"}`,
      `{"a":"${long}\\u00"}`,
      `{"a":"${long}"}}`
    ]) {
      await expect(parseLargeJson(piecesOf(json))).rejects.toThrow(SyntaxError)
    }
  })

  it("is refused if it has many small values", async () => {
    const many = ["[],", "1,", '"",', '{"a":1},', '"a\\n",', "     "]
    for (const part of many) {
      const pieces = piecesOf(`[${part.repeat(200_000)}1]`)
      await expect(parseLargeJson(pieces)).rejects.toThrow(SyntaxError)
    }
  })

  it("takes a text that names another long text for what it is", async () => {
    const long = "x".repeat(200_000)
    const given = [long, " 0", "0", `${long} 0`]
    expect(await whole(await parseLargeJson(piecesOf(JSON.stringify(given))))).toEqual(given)
  })
})

/** Writes each letter as an escape. */
const escaped = (json: string): string =>
  json.replaceAll("ü", "\\u00fc").replaceAll("😀", "\\ud83d\\ude00")

const piecesOf = (json: string, length = 65_536): ReadonlyArray<string> =>
  Array.from({ length: Math.ceil(json.length / length) }, (_, nth) =>
    json.slice(nth * length, (nth + 1) * length)
  )

const piecesIn = async (text: LongText): Promise<ReadonlyArray<string>> => {
  const pieces: Array<string> = []
  for await (const piece of text) pieces.push(piece)
  return pieces
}

/** Returns a parsed value with its long texts as strings. */
const whole = async (value: unknown): Promise<unknown> => {
  if (value instanceof LongText) return (await piecesIn(value)).join("")
  if (Array.isArray(value)) return Promise.all(value.map(whole))
  if (typeof value !== "object" || value === null) return value
  const entries = Object.entries(value).map(async ([key, one]) => [key, await whole(one)] as const)
  return Object.fromEntries(await Promise.all(entries))
}
