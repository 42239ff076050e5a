import { existsSync, readFileSync } from "node:fs"
import { basename, join } from "node:path"
import { publishedPackages, root } from "./workspace.ts"

/** The first program of a README or a document. */
export interface ReadmeProgram {
  /**
   * The owner: `payloom` for the repository, the name of a package's folder, or a document's name.
   */
  readonly of: string
  readonly text: string
}

const documents = ["connectors/write-a-connector.md"]

/** READMEs whose first block needs something from the reader: a PostgreSQL server or a file. */
const withoutProgram = new Set(["adapter-postgres", "auditor", "cli", "provider-prism"])

/**
 * Returns the programs of the repository's README, of the packages' READMEs and of documents. A
 * program is the first block of TypeScript if it imports everything that it uses.
 */
export const readmePrograms = (): ReadonlyArray<ReadmeProgram> => {
  const packages = publishedPackages()
    .map(({ folder }) => folder)
    .filter((folder) => !withoutProgram.has(basename(folder)))
  return [
    { of: "payloom", file: join(root, "README.md") },
    ...packages.map((folder) => ({ of: basename(folder), file: join(folder, "README.md") })),
    ...documents.map((path) => ({ of: basename(path, ".md"), file: join(root, "docs", path) }))
  ].flatMap(({ of, file }) => {
    const text = existsSync(file) ? programIn(readFileSync(file, "utf8")) : null
    return text === null ? [] : [{ of, text }]
  })
}

/** Returns null if the text doesn't begin with a program. */
export const programIn = (readme: string): string | null => {
  const [, block = ""] = /^```ts\n(.*?)^```$/ms.exec(readme) ?? []
  return block.startsWith("import ") ? block : null
}
