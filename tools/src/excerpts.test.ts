import { globSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { root } from "./workspace.ts"

const example = "examples/own-connector"

/** Collapses whitespace, because documents indent code differently. */
const flat = (text: string): string => text.replace(/\s+/g, " ").trim()

const sources = globSync([`${example}/src/**/*.ts`, "packages/provider-*/src/{,fake/}*.ts"], {
  cwd: root
}).map((path) => flat(readFileSync(join(root, path), "utf8")))

/** Returns the blocks of TypeScript that aren't whole programs. Those are run elsewhere. */
const excerptsOf = (document: string): ReadonlyArray<string> =>
  [...document.matchAll(/^```ts\n(.*?)^```$/gms)]
    .map(([, block = ""]) => flat(block))
    .filter((block) => !block.startsWith("import "))

const madeUp = (document: string): ReadonlyArray<string> =>
  excerptsOf(document).filter((excerpt) => !sources.some((source) => source.includes(excerpt)))

describe("a document that shows code of an example", () => {
  it.each(["docs/connectors/write-a-connector.md", `${example}/README.md`])(
    "shows it word for word: %s",
    (path) => {
      const document = readFileSync(join(root, path), "utf8")
      expect(excerptsOf(document).length).toBeGreaterThan(4)
      expect(madeUp(document)).toEqual([])
    }
  )

  it("fails if the example doesn't contain the code", () => {
    expect(madeUp("```ts\nconst madeUp = 1\n```\n")).toEqual(["const madeUp = 1"])
  })
})
