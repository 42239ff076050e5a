/** A parsed JSON object whose members are unchecked. */
export type Fields = Readonly<Record<string, unknown>>

/** Returns true if the value is an object. A list is none. */
export const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** Parses a JSON object. Returns null if the text is anything else. */
export const fieldsIn = (text: string): Fields | null => {
  try {
    const value: unknown = JSON.parse(text)
    return isFields(value) ? value : null
  } catch {
    return null
  }
}

/** Returns the object at a path of members, or an empty object. */
export const at = (value: unknown, ...path: ReadonlyArray<string | number>): Fields => {
  const found = valueAt(value, ...path)
  return isFields(found) ? found : {}
}

/** Returns the value at a path of members. */
export const valueAt = (value: unknown, ...path: ReadonlyArray<string | number>): unknown => {
  let found = value
  for (const name of path) found = Object(found)[name]
  return found
}

/** Returns the list at a path of members, or an empty list. */
export const listAt = (
  value: unknown,
  ...path: ReadonlyArray<string | number>
): ReadonlyArray<unknown> => {
  const found = valueAt(value, ...path)
  return Array.isArray(found) ? found : []
}

/** Returns a text that isn't empty, or null. */
export const textOf = (value: unknown): string | null =>
  typeof value === "string" && value !== "" ? value : null
