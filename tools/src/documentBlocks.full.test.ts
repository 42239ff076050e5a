import { describe, expect, it } from "vitest"
import { typeCheck } from "./checkDocuments.ts"
import { blocksIn, documentBlocks, moduleOf } from "./documentBlocks.ts"

const document = `# Name

\`\`\`ts
import { Payloom } from "@payloom/core"

return Payloom.make(setup)
\`\`\`

\`\`\`sh
npm ci
\`\`\`
`

describe("a block of TypeScript in a document", () => {
  it("is found with its line, and other blocks are ignored", () => {
    expect(blocksIn("a.md", document)).toEqual([
      {
        path: "a.md",
        line: 4,
        text: 'import { Payloom } from "@payloom/core"\n\nreturn Payloom.make(setup)\n'
      }
    ])
  })

  it("becomes a module with the document's line numbers", () => {
    const [block] = blocksIn("a.md", document)
    const lines = block === undefined ? [] : moduleOf(block).split("\n")
    expect(lines[0]).toBe('import { Payloom } from "@payloom/core"')
    expect(lines[5]).toBe("return Payloom.make(setup)")
  })

  it("is found in every document for beginners", () => {
    const paths = new Set(documentBlocks().map(({ path }) => path))
    for (const path of ["README.md", "packages/core/README.md", "docs/guides/http.md"]) {
      expect(paths).toContain(path)
    }
    expect(documentBlocks().length).toBeGreaterThan(50)
  })

  it("fails with its document and line if its types are wrong, and may use the readers' names", () => {
    const blocks = [
      { path: "docs/right.md", line: 7, text: "await shop.payments.list()\n" },
      { path: "docs/wrong.md", line: 20, text: "\nawait shop.payments.lost()\n" }
    ]
    const { ok, output } = typeCheck(blocks)
    expect(ok).toBe(false)
    expect(output).toContain("docs/wrong.md/20.ts(21,")
    expect(output).not.toContain("right.md")
  })
})
