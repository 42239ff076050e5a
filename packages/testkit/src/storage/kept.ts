/**
 * A value as JSON would give it back, frozen to its depths: what is kept can be given to anybody.
 * What is frozen already, all of it, is kept as it is.
 */
export const kept = <T>(value: T): T => {
  if (typeof value === "object" && value !== null) return keptObject(value) as T
  return isMinusZero(value) ? (0 as T) : value
}

/** JSON knows one zero. */
const isMinusZero = (value: unknown): boolean => value === 0 && Object.is(value, -0)

const keptObject = (value: object): object => {
  const isKept = Object.isFrozen(value)
  if (Array.isArray(value)) {
    const items = value.map(kept)
    return isKept && items.every((item, at) => Object.is(item, value[at]))
      ? value
      : Object.freeze(items)
  }
  return keptFields(value as Fields, isKept)
}

type Fields = Record<string, unknown>

const keptFields = (fields: Fields, isKept: boolean): Fields => {
  let copy = isKept ? undefined : { ...fields }
  for (const name in fields) {
    const field = fields[name]
    if (field === undefined) {
      copy ??= { ...fields }
      delete copy[name]
    } else if (typeof field === "object" && field !== null) {
      const own = keptObject(field)
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

/** As its own field, whatever its name: an assignment to `__proto__` would set none. */
const put = (fields: Fields, name: string, value: unknown): void => {
  if (name !== "__proto__") fields[name] = value
  else Object.defineProperty(fields, name, { value, enumerable: true })
}
