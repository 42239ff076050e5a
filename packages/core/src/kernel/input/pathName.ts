import { wireName } from "./wireNames.ts"

/** The spelling of field names: `library` for programs that call it, `wire` for HTTP clients. */
export type Spelling = "library" | "wire"

/**
 * Returns a field's name. An unknown field and the merchant's own keys in metadata keep their
 * spelling. An item of a plain list, such as a parameter that was sent several times, has the
 * list's name.
 */
export const pathName = (
  path: ReadonlyArray<PropertyKey>,
  isUnknown: boolean,
  spelling: Spelling
): string => {
  if (path.length === 2 && typeof path[1] === "number") {
    return pathName(path.slice(0, 1), isUnknown, spelling)
  }
  const known = isUnknown ? path.length - 1 : path[0] === "metadata" ? 1 : path.length
  return path
    .map((key, at) => (at < known && spelling === "wire" ? wireName(String(key)) : String(key)))
    .join(".")
}
