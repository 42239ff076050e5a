/** Returns an input as JSON. Amounts may be bigints, and times may be dates. */
export const bodyOf = (input: unknown): string =>
  JSON.stringify(input, (_name, value) => (typeof value === "bigint" ? value.toString() : value))
