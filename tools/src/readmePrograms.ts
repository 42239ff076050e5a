import { existsSync, readFileSync } from "node:fs"
import { basename, join } from "node:path"
import { publishedPackages, root } from "./workspace.ts"

/** The program that a README, or a document, begins with. */
export interface ReadmeProgram {
  /**
   * Whose it is: `payloom` for the repository's, the name of the package's folder, or that of the
   * document.
   */
  readonly of: string
  readonly text: string
}

const documents = ["guides/connectors"]

/** READMEs whose first block goes on from what a reader has, such as a PostgreSQL server. */
const withoutProgram = new Set(["adapter-postgres", "cli"])

/**
 * The programs of what users read, the repository's README, the packages' and documents: the first
 * block of TypeScript, where it imports all that it uses.
 */
export const readmePrograms = (): ReadonlyArray<ReadmeProgram> => {
  const packages = publishedPackages()
    .map(({ folder }) => folder)
    .filter((folder) => !withoutProgram.has(basename(folder)))
  return [
    { of: "payloom", file: join(root, "README.md") },
    ...packages.map((folder) => ({ of: basename(folder), file: join(folder, "README.md") })),
    ...documents.map((name) => ({ of: name, file: join(root, "docs", `${name}.md`) }))
  ].flatMap(({ of, file }) => {
    const text = existsSync(file) ? programIn(readFileSync(file, "utf8")) : null
    return text === null ? [] : [{ of, text }]
  })
}

/** Null where the text doesn't begin with a program. */
export const programIn = (readme: string): string | null => {
  const [, block = ""] = /^```ts\n(.*?)^```$/ms.exec(readme) ?? []
  return block.startsWith("import ") ? block : null
}
