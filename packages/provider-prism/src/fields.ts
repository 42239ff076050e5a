import { type Fields, isFields, valueAt } from "@payloom/core"

/** Returns the object at a path of members, or an empty object. */
export const at = (value: unknown, ...path: ReadonlyArray<string | number>): Fields => {
  const found = memberAt(value, path)
  return isFields(found) ? found : {}
}

/** Returns the list at a path of members, or an empty list. */
export const listAt = (
  value: unknown,
  ...path: ReadonlyArray<string | number>
): ReadonlyArray<unknown> => {
  const found = memberAt(value, path)
  return Array.isArray(found) ? found : []
}

/** Returns a text that isn't empty, or null. */
export const textOf = (value: unknown): string | null =>
  typeof value === "string" && value !== "" ? value : null

const memberAt = (value: unknown, path: ReadonlyArray<string | number>): unknown =>
  path.length === 0 ? value : valueAt(value, path.join("."))
