import type { Schema } from "effect"
import { isStorable } from "./FreeText.ts"

/** The limits of a JSON value that is stored for another reader. */
export interface JsonBounds {
  /** The levels of nested objects and lists. */
  readonly levels: number
  /** The bytes as JSON in UTF-8. */
  readonly bytes: number
}

/** The limits of values that are passed on: 32 KiB and 20 levels. */
export const passedOnBounds: JsonBounds = { levels: 20, bytes: 32 * 1024 }

/**
 * Visits every part of a value without recursion, because a value from outside may be deeply
 * nested.
 */
export const everyPart = (
  root: unknown,
  holds: (part: unknown, depth: number) => boolean
): boolean => {
  const open: Array<{ readonly part: unknown; readonly depth: number }> = [{ part: root, depth: 0 }]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { part, depth } = next
    if (!holds(part, depth)) return false
    if (typeof part !== "object" || part === null) continue
    if (Array.isArray(part)) {
      for (const item of part) open.push({ part: item, depth: depth + 1 })
      continue
    }
    for (const [name, inner] of Object.entries(part)) {
      open.push({ part: name, depth }, { part: inner, depth: depth + 1 })
    }
  }
  return true
}

const isJson = (part: unknown): boolean => {
  switch (typeof part) {
    case "string":
      return isStorable(part)
    case "boolean":
      return true
    case "number":
      return Number.isFinite(part)
    case "object":
      return (
        part === null || Array.isArray(part) || Object.getPrototypeOf(part) === Object.prototype
      )
    default:
      return false
  }
}

/** Returns true if a value is JSON with storable texts and at most so many levels. */
export const isPlainJson = (
  value: unknown,
  { levels }: Pick<JsonBounds, "levels">
): value is Schema.Json => everyPart(value, (part, depth) => depth <= levels && isJson(part))

const encoder = new TextEncoder()

/**
 * Returns true if a value has at most so many bytes. It checks a text's length first, because UTF-8
 * is never shorter.
 */
export const isSmallJson = (value: unknown, { bytes }: Pick<JsonBounds, "bytes">): boolean => {
  const text = typeof value === "string" ? value : JSON.stringify(value)
  return text.length <= bytes && encoder.encode(text).length <= bytes
}

/**
 * Returns true if a value is JSON within the limits. It stops as soon as a limit is exceeded: each
 * part takes at least two bytes, including its separator.
 */
export const isBoundedJson = (value: unknown, bounds: JsonBounds): value is Schema.Json => {
  let left = bounds.bytes
  const isWithin = everyPart(value, (part, depth) => {
    left -= typeof part === "string" ? part.length + 2 : 2
    return left >= -2 && depth <= bounds.levels && fewItems(part, left) && isJson(part)
  })
  return isWithin && isSmallJson(value, bounds)
}

/** Returns true if the number of items or fields can fit into so many bytes. */
const fewItems = (part: unknown, bytes: number): boolean =>
  typeof part !== "object" ||
  part === null ||
  2 * (Array.isArray(part) ? part.length : Object.keys(part).length) <= bytes + 2
