/** Returns the text member of that name, or null if there is none. */
export const textIn = (value: unknown, name: string): string | null => {
  const text: unknown = Object(value)[name]
  return typeof text === "string" ? text : null
}
