import { existsSync, readFileSync } from "node:fs"
import { basename, join } from "node:path"
import { publishedPackages, root } from "./workspace.ts"

/** The program that a README begins with. */
export interface ReadmeProgram {
  /** Whose it is: `payloom` for the repository's, else the name of the package's folder. */
  readonly of: string
  readonly text: string
}

/**
 * The programs of the READMEs that users read, the repository's and the packages': the first block
 * of TypeScript, where it imports all that it uses.
 */
export const readmePrograms = (): ReadonlyArray<ReadmeProgram> =>
  [root, ...publishedPackages().map(({ folder }) => folder)].flatMap((folder) => {
    const file = join(folder, "README.md")
    const text = existsSync(file) ? programIn(readFileSync(file, "utf8")) : null
    return text === null ? [] : [{ of: folder === root ? "payloom" : basename(folder), text }]
  })

/** Null where the text doesn't begin with a program. */
export const programIn = (readme: string): string | null => {
  const [, block = ""] = /^```ts\n(.*?)^```$/ms.exec(readme) ?? []
  return block.startsWith("import ") ? block : null
}
