type Value = string | number | boolean | Date

/** The query of a call. Undefined fields are left out. */
export type Query = Readonly<Record<string, Value | ReadonlyArray<Value> | undefined>>

/** Returns the query of an address with its question mark. Empty if it has no fields. */
export const queryOf = (query: Query): string => {
  const parameters = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    const values = Array.isArray(value) ? value : [value]
    for (const one of values) if (one !== undefined) parameters.append(name, textOf(one))
  }
  const text = parameters.toString()
  return text === "" ? "" : `?${text}`
}

const textOf = (value: Value): string =>
  value instanceof Date ? value.toISOString() : String(value)
