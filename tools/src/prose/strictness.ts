/**
 * Set this to true and `npm run check` fails for each complaint about a document, which is any file
 * of Markdown. Set it once the documents keep the rules.
 */
const documentsAreDone: boolean = false

/**
 * Files and folders whose comments and documents keep the rules. `npm run check` fails for each
 * complaint about them. Add a path once `npm run prose -- <path>` complains of nothing. Paths are
 * relative to the repository, without a slash at the end.
 */
export const proseDone: ReadonlyArray<string> = ["tools/src/commits", "tools/src/prose"]

/** Returns true if a file has to keep the rules. */
export const isStrict = (path: string): boolean =>
  (documentsAreDone && path.endsWith(".md")) || proseDone.some((done) => isWithin(path, done))

/** Returns true if a path is a file, or is in a folder. */
export const isWithin = (path: string, place: string): boolean =>
  path === place || path.startsWith(`${place}/`)
