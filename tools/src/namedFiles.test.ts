import { globSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, it } from "vitest"
import { root } from "./workspace.ts"

const exclude = ["**/node_modules/**", "**/dist/**", "**/CHANGELOG.md"]

/** Code that a document names by its path, such as `routing/chooseRoute.ts`. */
const namedFiles = (text: string): ReadonlyArray<string> =>
  [...text.matchAll(/`([\w.-]+\/[\w./-]+\.ts)`/g)].map(([, path = ""]) => path)

it("every file that a document names by its path is there", () => {
  const sources = globSync("**/*.ts", { cwd: root, exclude })
  const documents = globSync("**/*.md", { cwd: root, exclude })
  const isThere = (path: string) => sources.some((source) => `/${source}`.endsWith(`/${path}`))
  const named = documents.flatMap((document) =>
    namedFiles(readFileSync(join(root, document), "utf8")).map((path) => ({ document, path }))
  )
  expect(named.length).toBeGreaterThan(50)
  expect(named.filter(({ path }) => !isThere(path))).toEqual([])
})
