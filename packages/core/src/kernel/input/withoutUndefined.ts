/**
 * Removes `undefined` fields at every depth of plain objects and lists, because their author means
 * an absent field. Returns the same object if there are none.
 */
export const withoutUndefined = (input: unknown): unknown => cleanedOf(input, new Map())

/** Visits each object once, so an object that contains itself ends. It is refused later. */
const cleanedOf = (input: unknown, seen: Map<object, unknown>): unknown => {
  if (typeof input !== "object" || input === null) return input
  if (seen.has(input)) return seen.get(input)
  seen.set(input, input)
  const cleaned = cleanedObject(input, seen)
  seen.set(input, cleaned)
  return cleaned
}

const cleanedObject = (input: object, seen: Map<object, unknown>): unknown => {
  if (Array.isArray(input)) {
    const items = input.map((item) => cleanedOf(item, seen))
    return items.every((item, at) => item === input[at]) ? input : items
  }
  return isPlain(input) ? cleanedFields(input, seen) : input
}

const isPlain = (value: object): value is Readonly<Record<string, unknown>> => {
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}

const cleanedFields = (
  fields: Readonly<Record<string, unknown>>,
  seen: Map<object, unknown>
): Readonly<Record<string, unknown>> => {
  const names = Object.keys(fields)
  let kept: Array<readonly [string, unknown]> | null = null
  for (const [at, name] of names.entries()) {
    const given = fields[name]
    const value = cleanedOf(given, seen)
    const isSame = value === given && value !== undefined
    if (!isSame) kept ??= names.slice(0, at).map((before) => [before, fields[before]])
    if (value !== undefined) kept?.push([name, value])
  }
  return kept === null ? fields : Object.fromEntries(kept)
}
