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

/** Returns the text member of that name, or null if there is none. */
export const textIn = (value: unknown, name: string): string | null => {
  const text: unknown = Object(value)[name]
  return typeof text === "string" ? text : null
}
