import { existsSync, globSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { dirname, join, resolve } from "node:path"

const relativeImports = /(?:\bfrom|\bimport)\s*\(?\s*["'](\.{1,2}\/[^"']+)["']/g

/** Returns the declarations of a module, by the path in an import. */
const declarationsOf = (path: string): string => path.replace(/\.(?:ts|tsx|js)$/, ".d.ts")

/** Returns the declarations that a user's compiler can reach from these files. */
const reachable = (entries: ReadonlyArray<string>): ReadonlySet<string> => {
  const reached = new Set<string>()
  const open = entries.map((path) => resolve(path))
  for (let file = open.pop(); file !== undefined; file = open.pop()) {
    if (reached.has(file) || !existsSync(file)) continue
    reached.add(file)
    for (const [, path = ""] of readFileSync(file, "utf8").matchAll(relativeImports)) {
      open.push(declarationsOf(join(dirname(file), path)))
    }
  }
  return reached
}

/**
 * Returns declarations with tabs for the compiler's four spaces. Comments keep all their words,
 * because editors show them.
 */
export const tabbed = (text: string): string =>
  text.replace(/^(?: {4})+/gm, (spaces) => "\t".repeat(spaces.length / 4))

/**
 * Shortens the declarations of a built package. A file that no entry leads to is removed, because
 * no compiler reads it. Such files are a quarter of core's package.
 */
export const shortenDeclarations = (dist: string, entries: ReadonlyArray<string>): void => {
  const kept = reachable(entries)
  for (const path of globSync("**/*.d.ts", { cwd: dist })) {
    const file = resolve(dist, path)
    if (kept.has(file)) writeFileSync(file, tabbed(readFileSync(file, "utf8")))
    else rmSync(file)
  }
}
