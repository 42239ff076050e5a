import { globSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { readSources } from "../tidy/Source.ts"
import { commentProse, isDocstring } from "./commentProse.ts"
import type { Prose } from "./Prose.ts"

const documents = [
  "*.md",
  ".changeset/*.md",
  "docs/**/*.md",
  "{packages,examples}/*/*.md",
  "{packages,examples}/*/src/**/*.md",
  "{bench,tools}/*.md"
]

/** Reads all documents of the repository, without the change logs that a release generates. */
export const readDocuments = (root: string): ReadonlyArray<Prose> =>
  globSync(documents, { cwd: root })
    .map((path) => path.replaceAll("\\", "/"))
    .filter((path) => !path.endsWith("CHANGELOG.md"))
    .toSorted()
    .map((path) => ({
      path,
      text: readFileSync(join(root, path), "utf8"),
      lineAt: (line) => line
    }))

/** Reads the comments of all sources of the repository. */
export const readComments = (root: string): ReadonlyArray<Prose> =>
  readSources(root).map((source) => commentProse(source))

/** Reads the comments of all sources that document what is below them. */
export const readDocstrings = (root: string): ReadonlyArray<Prose> =>
  readSources(root).map((source) => commentProse(source, isDocstring))
