import { existsSync, readFileSync } from "node:fs"
import { dirname, join } from "node:path"

/** Returns the version of this package, from its package.json. */
export const versionOf = (): string => {
  for (let folder = import.meta.dirname; ; folder = dirname(folder)) {
    const file = join(folder, "package.json")
    if (existsSync(file)) return String(JSON.parse(readFileSync(file, "utf8")).version)
    if (folder === dirname(folder)) return "unknown"
  }
}
