const sortKeys = (_: string, value: unknown): unknown => {
  if (typeof value === "bigint") return value.toString()
  if (value === null || typeof value !== "object" || Array.isArray(value)) return value
  return Object.fromEntries(
    Object.entries(value).sort(([left], [right]) => (left < right ? -1 : left > right ? 1 : 0))
  )
}

/** JSON in which the order of keys and white space don't count. */
export const canonicalJson = (value: unknown): string => JSON.stringify(value, sortKeys)
