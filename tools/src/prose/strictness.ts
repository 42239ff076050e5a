/** Folders and files that `npm run check` holds to the rules: all sources and all documents. */
export const proseDone: ReadonlyArray<string> = [
  ".changeset",
  "CONTRIBUTING.md",
  "README.md",
  "SECURITY.md",
  "bench",
  "docs",
  "examples",
  "packages",
  "tools"
]

/** Returns true if a file has to keep the rules. */
export const isStrict = (path: string): boolean => proseDone.some((done) => isWithin(path, done))

/** Returns true if a path is a file, or is in a folder. */
export const isWithin = (path: string, place: string): boolean =>
  path === place || path.startsWith(`${place}/`)
