import { globSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, it } from "vitest"
import { root } from "./workspace.ts"

const folder = join(root, "docs")

it("the index of documents lists every document once, on a line of its own", () => {
  const index = readFileSync(join(folder, "README.md"), "utf8")
  const listed = [...index.matchAll(/^- \[[^\]]+\]\(([\w./-]+\.md)\): \S/gm)].map(
    ([, path = ""]) => path
  )
  const documents = globSync("*/**/*.md", { cwd: folder }).map((path) => path.replaceAll("\\", "/"))
  expect(documents.length).toBeGreaterThan(30)
  expect(listed.toSorted()).toEqual(documents.toSorted())
})
