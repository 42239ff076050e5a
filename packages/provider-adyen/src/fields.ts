/** A parsed JSON object, of which nobody knows yet what is in it. */
export type Fields = Readonly<Record<string, unknown>>

/** Whether it is one; a list is none. */
export const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** What a text is the JSON of, or null where it is of none. */
export const fieldsIn = (text: string): Fields | null => {
  try {
    const value: unknown = JSON.parse(text)
    return isFields(value) ? value : null
  } catch {
    return null
  }
}
