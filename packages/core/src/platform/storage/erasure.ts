import { Predicate } from "effect"
import type { Collection, Row } from "./Collection.ts"

/** The text in place of an erased one. */
export const erasedText = "[erased]"

/**
 * Returns a value in which the texts of some fields are erased, at any depth. A text becomes
 * `[erased]`, an object and a list become empty. Numbers, booleans and null stay, and so does
 * everything in other fields.
 */
export const withErased = <A>(value: A, isErased: (key: string, within: object) => boolean): A => {
  if (Array.isArray(value)) return value.map((item) => withErased(item, isErased)) as A
  if (!Predicate.isObject(value)) return value
  const entries = Object.entries(value).map(([key, inner]) => [
    key,
    isErased(key, value) ? emptied(inner) : withErased(inner, isErased)
  ])
  return Object.fromEntries(entries) as A
}

const emptied = (value: unknown): unknown => {
  if (typeof value === "string") return erasedText
  if (Array.isArray(value)) return []
  return Predicate.isObject(value) ? {} : value
}

/**
 * Returns true if an update only erases texts in the erasable fields of an append-only collection.
 * Stores that check it in SQL have the same rule.
 */
export const isErasure = <R extends Row>(of: Collection<R>, before: R, after: R): boolean =>
  of.erasable.length > 0 &&
  erasesOnly(JSON.parse(of.encode(before)), JSON.parse(of.encode(after)), of.erasable, false)

const erasesOnly = (
  before: unknown,
  after: unknown,
  keys: ReadonlyArray<string>,
  isInside: boolean
): boolean => {
  if (Array.isArray(before)) {
    if (!Array.isArray(after)) return false
    if (isInside && after.length === 0) return true
    return (
      before.length === after.length &&
      before.every((item, at) => erasesOnly(item, after[at], keys, isInside))
    )
  }
  if (!Predicate.isObject(before)) {
    return before === after || (isInside && typeof before === "string" && after === erasedText)
  }
  if (!Predicate.isObject(after) || Array.isArray(after)) return false
  const [names, kept] = [Object.keys(before), Object.keys(after)]
  if (isInside && kept.length === 0) return true
  return (
    names.length === kept.length &&
    names.every(
      (name) =>
        name in after &&
        erasesOnly(
          (before as Record<string, unknown>)[name],
          (after as Record<string, unknown>)[name],
          keys,
          isInside || keys.includes(name)
        )
    )
  )
}
