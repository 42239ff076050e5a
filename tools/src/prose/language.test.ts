import { describe, expect, it } from "vitest"
import { parseSource } from "../tidy/Source.ts"
import { commentProse, isDocstring } from "./commentProse.ts"
import { type Linted, lint } from "./lint.ts"
import { proseRules } from "./textlintRules.ts"

const lintText = (text: string): Promise<Linted> =>
  lint({ path: "guide.md", text, lineAt: (line) => line })

const rulesBrokenBy = async (text: string): Promise<ReadonlyArray<string>> =>
  (await lintText(text)).complaints.map(({ rule }) => rule)

for (const { id, wrong, right } of proseRules) {
  describe(`the rule "${id}"`, () => {
    it.each(wrong)("complains of: %s", async (text) => {
      expect(await rulesBrokenBy(text)).toContain(id)
    })

    it.each(right)("leaves alone: %s", async (text) => {
      expect(await rulesBrokenBy(text)).not.toContain(id)
    })
  })
}

describe('the rule "terminology"', () => {
  it.each(["It runs on Postgres.", "Open an URL.", "Written in Typescript."])(
    "complains of: %s",
    async (text) => {
      expect(await rulesBrokenBy(text)).toContain("terminology")
    }
  )

  it.each(["It runs on PostgreSQL, `postgres` and TypeScript.", "Its id is a URL."])(
    "leaves alone: %s",
    async (text) => {
      expect(await rulesBrokenBy(text)).not.toContain("terminology")
    }
  )
})

describe("a document", () => {
  it("is read without its code, addresses and front matter", async () => {
    const document = `---
"@payloom/core": minor
---

Pay with \`a.b()\`, e.g. by card. See
[the guide](https://example.com/a.b).

\`\`\`ts
what(); whose()
\`\`\`
`
    const { sentences, lines, complaints } = await lintText(document)
    expect(complaints).toEqual([])
    expect(lines).toBe(2)
    expect(sentences).toEqual([
      { line: 5, text: "Pay with `a.b()`, e.g. by card." },
      { line: 5, text: "See [the guide](https://example.com/a.b)." }
    ])
  })

  it("is complained of by the line of the word", async () => {
    const { complaints } = await lintText("# Guide\n\nIt is open. It\nis kept\nin the the store.\n")
    expect(complaints).toEqual([{ line: 5, rule: "repeated-word", what: '"the the"' }])
  })
})

const source = parseSource(
  "packages/core/src/Payment.ts",
  `/**
 * A payment. It has
 * a {@link Scope}.
 *
 * @param scope The merchant's.
 * @example
 * what(); whose()
 */
export const payment = 1 // A trailing comment.

// Lines that follow each other
// are one comment.

// @ts-expect-error It is wrong
export const wrong: string = 1
`
)

describe("the comments of a source", () => {
  it("are sentences by the lines of the source, without examples and directives", async () => {
    const { sentences } = await lint(commentProse(source))
    expect(sentences).toEqual([
      { line: 2, text: "A payment." },
      { line: 2, text: "It has a `Scope`." },
      { line: 5, text: "The merchant's." },
      { line: 9, text: "A trailing comment." },
      { line: 11, text: "Lines that follow each other are one comment." }
    ])
  })

  it("are docstrings if they document what is below them", async () => {
    const { sentences } = await lint(commentProse(source, isDocstring))
    expect(sentences.map(({ line }) => line)).toEqual([2, 2, 5])
  })
})
