import { Result } from "effect"

/** A parsed JSON object whose members are unchecked. */
export type Fields = Readonly<Record<string, unknown>>

/** Returns true if the value is an object. A list is none. */
export const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** Parses a JSON object. Returns null if the text is anything else. */
export const fieldsIn = (text: string): Fields | null => {
  const parsed = Result.try((): unknown => JSON.parse(text))
  return Result.isSuccess(parsed) && isFields(parsed.success) ? parsed.success : null
}

/**
 * Returns the value at a path of members and positions, or undefined.
 *
 * @example
 * valueAt({ errors: [{ code: "x" }] }, "errors.0.code") // "x"
 */
export const valueAt = (value: unknown, path: string): unknown => {
  let found = value
  for (const name of path.split(".")) {
    if (typeof found !== "object" || found === null || !Object.hasOwn(found, name)) return undefined
    found = Reflect.get(found, name)
  }
  return found
}
