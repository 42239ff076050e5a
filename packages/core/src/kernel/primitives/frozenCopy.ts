/**
 * Returns a copy of a value that can't be changed: of its plain objects and arrays, at any depth.
 * Other objects, such as dates, stay the same.
 */
export const frozenCopy = <A>(value: A): A => copyOf(value) as A

const copyOf = (value: unknown): unknown => {
  if (typeof value !== "object" || value === null) return value
  if (Array.isArray(value)) return Object.freeze(value.map(copyOf))
  if (Object.getPrototypeOf(value) !== Object.prototype) return value
  const copied = Object.entries(value).map(([name, field]) => [name, copyOf(field)])
  return Object.freeze(Object.fromEntries(copied))
}
