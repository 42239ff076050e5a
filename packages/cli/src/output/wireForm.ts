/** The fields whose content is not ours to rename. */
const foreign = new Set(["metadata", "data", "object"])

const isTime = (name: string): boolean =>
  /^(at|created|changed|since|from|to|until)$/.test(name) || /[a-z]At$/.test(name)

/**
 * Returns data of the library in the form of the HTTP interface: names in snake_case, times in RFC
 * 3339, amounts as strings. For data that HTTP does not offer.
 */
export const wireForm = (value: unknown, name = ""): unknown => {
  if (typeof value === "bigint") return value.toString()
  if (typeof value === "number" && isTime(name)) return new Date(value).toISOString()
  if (Array.isArray(value)) return value.map((each) => wireForm(each))
  if (typeof value !== "object" || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([field, inner]) => [
      field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      foreign.has(field) ? inner : wireForm(inner, field)
    ])
  )
}
