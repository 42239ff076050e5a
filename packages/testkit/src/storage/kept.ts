/**
 * Returns a value as JSON would read it back, deeply frozen, so that it can be shared. A deeply
 * frozen value is returned as it is. Parts that are identical to parts of `before` are not checked
 * again.
 */
export const kept = <T>(value: T, before?: T): T => {
  if (typeof value === "object" && value !== null) return keptObject(value, before) as T
  return isMinusZero(value) ? (0 as T) : value
}

/** JSON has only one zero. */
const isMinusZero = (value: unknown): boolean => value === 0 && Object.is(value, -0)

const keptObject = (value: object, before?: unknown): object => {
  const isKept = Object.isFrozen(value)
  if (Array.isArray(value)) {
    const items = value.map((item) => kept(item))
    return isKept && items.every((item, at) => Object.is(item, value[at]))
      ? value
      : Object.freeze(items)
  }
  return keptFields(value as Fields, isKept, isFields(before) ? before : nothing)
}

type Fields = Record<string, unknown>

const nothing: Fields = Object.freeze({})

const isFields = (value: unknown): value is Fields => typeof value === "object" && value !== null

const keptFields = (fields: Fields, isKept: boolean, before: Fields): Fields => {
  let copy = isKept ? undefined : { ...fields }
  for (const name in fields) {
    const field = fields[name]
    if (field === undefined) {
      copy ??= { ...fields }
      delete copy[name]
    } else if (typeof field === "object" && field !== null) {
      if (field === before[name]) continue
      const own = keptObject(field, before[name])
      if (own === field) continue
      copy ??= { ...fields }
      put(copy, name, own)
    } else if (isMinusZero(field)) {
      copy ??= { ...fields }
      put(copy, name, 0)
    }
  }
  return copy === undefined ? fields : Object.freeze(copy)
}

/** Defines an own field of any name. An assignment to `__proto__` would not. */
const put = (fields: Fields, name: string, value: unknown): void => {
  if (name !== "__proto__") fields[name] = value
  else Object.defineProperty(fields, name, { value, enumerable: true })
}
