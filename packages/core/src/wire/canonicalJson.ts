/** JSON in which the order of keys and white space don't count; bigints become strings. */
export const canonicalJson = (value: unknown): string => {
  if (typeof value === "bigint") return `"${value}"`
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "null"
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join()}]`
  const fields = value as Readonly<Record<string, unknown>>
  const names = Object.keys(fields).filter((name) => fields[name] !== undefined)
  const members = names
    .sort()
    .map((name) => `${JSON.stringify(name)}:${canonicalJson(fields[name])}`)
  return `{${members.join()}}`
}
