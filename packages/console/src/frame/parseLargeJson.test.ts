import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { parseLargeJson } from "./parseLargeJson.ts"

const odd = ["\\", '"', "\n", "\u0000", "ü", "😀", "\ud83d", "\u2028", "/", "a", " "]
const text = fc.array(fc.constantFrom(...odd), { maxLength: 40 }).map((parts) => parts.join(""))
/** A text that is longer than a part, with escapes at its ends. */
const longText = fc
  .tuple(text, fc.constantFrom(...odd), fc.nat({ max: 20 }), text)
  .map(([first, middle, more, last]) => first + middle.repeat(262_130 + more) + last)

describe("large JSON", () => {
  it("is parsed to the same as by JSON.parse, wherever its escapes are", async () => {
    const values = fc.tuple(fc.jsonValue({ maxDepth: 3 }), longText, text, longText)
    await fc.assert(
      fc.asyncProperty(values, async ([value, one, key, other]) => {
        const given = { value, one, [key]: { other, list: [one, 1, null, true] } }
        for (const json of [JSON.stringify(given), escaped(JSON.stringify(given))]) {
          expect((await parseLargeJson(json)) as object).toEqual(JSON.parse(json))
        }
      }),
      { numRuns: 8 }
    )
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
      await expect(parseLargeJson(json)).rejects.toThrow(SyntaxError)
    }
  })

  it("is refused if it has many small values", async () => {
    const many = ["[],", "1,", '"",', '{"a":1},', '"a\\n",', "     "]
    for (const part of many) {
      await expect(parseLargeJson(`[${part.repeat(200_000)}1]`)).rejects.toThrow(SyntaxError)
    }
  })

  it("takes a text that names another long text for what it is", async () => {
    const long = "x".repeat(20_000)
    const given = [long, " 0", "0", `${long} 0`]
    expect(await parseLargeJson(JSON.stringify(given))).toEqual(given)
  })
})

/** Writes each letter as an escape. */
const escaped = (json: string): string =>
  json.replaceAll("ü", "\\u00fc").replaceAll("😀", "\\ud83d\\ude00")
