import { describe, expect, it } from "vitest"
import { root } from "../workspace.ts"
import { isWithin } from "./isWithin.ts"
import { type Linted, lint } from "./lint.ts"
import { readDocuments } from "./readProse.ts"
import { complaintLines, openingsPer1000, summary } from "./report.ts"
import { sample } from "./sample.ts"

const lintAt = (path: string, text: string): Promise<Linted> =>
  lint({ path, text, lineAt: (line) => line })

const good = await lintAt(
  "README.md",
  "The engine retries payments.\n\nIt is a library for teams.\n"
)
const bad = await lintAt(
  "packages/core/src/Payment.ts",
  "What is kept.\n\nIt is kept; it stays here.\n"
)

describe("the files of a path", () => {
  it("are those of a folder, and not of one whose name begins alike", () => {
    expect(isWithin("packages/core/src/a.ts", "packages/core")).toBe(true)
    expect(isWithin("packages/core/src/a.ts", "packages/core/src/a.ts")).toBe(true)
    expect(isWithin("packages/core-extra/src/a.ts", "packages/core")).toBe(false)
  })
})

describe("the documents", () => {
  it("are those of the repository, its packages, their folders and examples", () => {
    expect(readDocuments(root).map(({ path }) => path)).toEqual(
      expect.arrayContaining([
        "README.md",
        "docs/internals/architecture.md",
        "examples/billing/README.md",
        "packages/core/README.md",
        "packages/core/src/kernel/README.md"
      ])
    )
  })
})

describe("the report", () => {
  it("counts sentences that begin with a clause per 1,000 lines of prose", () => {
    expect(openingsPer1000([good, bad])).toBe(250)
    expect(openingsPer1000([])).toBe(0)
  })

  it("groups complaints by package, and names the worst files", () => {
    expect(summary([good, bad], ["opening", "semicolon"])).toEqual([
      "               lines  openings per 1,000  opening  semicolon",
      "documents          2                 0.0        0          0",
      "packages/core      2               500.0        1          1",
      "total              4               250.0        1          1",
      "",
      "Most complaints:",
      "     2  packages/core/src/Payment.ts"
    ])
  })

  it("lists complaints by file and line", () => {
    expect(complaintLines([good, bad])).toEqual([
      'packages/core/src/Payment.ts:1 opening: begins with "What": begin with the thing itself',
      "packages/core/src/Payment.ts:3 semicolon: a semicolon: write two sentences"
    ])
  })
})

describe("a sample", () => {
  it("is the same for the same seed", () => {
    const drawn = sample([good, bad], 2, "monday")
    expect(drawn).toHaveLength(2)
    expect(sample([bad, good], 2, "monday")).toEqual(drawn)
    const seeds = Array.from({ length: 20 }, (_, seed) => sample([good, bad], 1, String(seed))[0])
    expect(new Set(seeds).size).toBe(3)
  })

  it("shows file and line, and leaves out what is too short to be a sentence", () => {
    expect(sample([good, bad], 9, "").toSorted()).toEqual([
      "README.md:1  The engine retries payments.",
      "README.md:3  It is a library for teams.",
      "packages/core/src/Payment.ts:3  It is kept; it stays here."
    ])
  })
})
