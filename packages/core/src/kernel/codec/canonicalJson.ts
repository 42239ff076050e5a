/** Encodes JSON independently of the order of keys and of whitespace. Bigints become strings. */
export const canonicalJson = (value: unknown): string => {
  if (typeof value === "bigint") return `"${value}"`
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "null"
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join()}]`
  const fields = value as Readonly<Record<string, unknown>>
  let members = ""
  for (const name of Object.keys(fields).sort()) {
    const field = fields[name]
    if (field === undefined) continue
    members += `${members === "" ? "" : ","}${JSON.stringify(name)}:${canonicalJson(field)}`
  }
  return `{${members}}`
}
