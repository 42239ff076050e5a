import { existsSync, globSync, readFileSync, statSync } from "node:fs"
import { dirname, join } from "node:path"
import { describe, expect, it } from "vitest"
import { readDocuments } from "./prose/readProse.ts"
import { root } from "./workspace.ts"

const documents = readDocuments(root)

/** Returns the files that a document names by path, such as `routing/chooseRoute.ts`. */
const namedFiles = (text: string): ReadonlyArray<string> =>
  [...text.matchAll(/`([\w.-]+\/[\w./-]+\.ts)`/g)].map(([, path = ""]) => path)

const withoutCode = (text: string): string => text.replaceAll(/^```.*?^```$/gms, "")

/** Returns the links to other files of the repository, and to headings. */
const linksIn = (text: string): ReadonlyArray<string> =>
  [...withoutCode(text).matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, link = ""]) => link)
    .filter((link) => !/^[a-z]+:|[${}]/.test(link))

/** Returns the anchors of a document's headings, as GitHub makes them. */
const anchorsIn = (text: string): ReadonlyArray<string> =>
  [...withoutCode(text).matchAll(/^#+ (.*)$/gm)].map(([, heading = ""]) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, "")
      .replaceAll(" ", "-")
  )

const isThere = (from: string, link: string): boolean => {
  const [path = "", anchor] = link.split("#")
  const target = path === "" ? join(root, from) : join(root, dirname(from), path)
  if (!existsSync(target)) return false
  if (anchor === undefined) return true
  const document = statSync(target).isDirectory() ? join(target, "README.md") : target
  return anchorsIn(readFileSync(document, "utf8")).includes(anchor)
}

describe("documents", () => {
  it("name only files that exist", () => {
    const exclude = ["**/node_modules/**", "**/dist/**"]
    const sources = globSync("**/*.ts", { cwd: root, exclude })
    const named = documents.flatMap(({ path, text }) =>
      namedFiles(text).map((file) => ({ path, file }))
    )
    expect(named.length).toBeGreaterThan(50)
    const isSource = ({ path, file }: (typeof named)[number]) =>
      path.endsWith("/README.md") && file.startsWith("src/")
        ? existsSync(join(root, dirname(path), file))
        : sources.some((source) => `/${source}`.endsWith(`/${file}`))
    const missing = named.filter((name) => !isSource(name))
    expect(missing).toEqual([])
  })

  it("link only to files and headings that exist", () => {
    const links = documents.flatMap(({ path, text }) =>
      linksIn(text).map((link) => ({ path, link }))
    )
    expect(links.length).toBeGreaterThan(80)
    expect(links.filter(({ path, link }) => !isThere(path, link))).toEqual([])
  })
})
