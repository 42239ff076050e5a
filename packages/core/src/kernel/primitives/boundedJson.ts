import type { Schema } from "effect"
import { isStorable } from "./FreeText.ts"

/** How large and how deep a JSON value may be that is kept for somebody else, who reads it. */
export interface JsonBounds {
  /** Levels of objects and lists in one another. */
  readonly levels: number
  /** As JSON in UTF-8. */
  readonly bytes: number
}

/** What is kept for others: 32 KiB and 20 levels. */
export const passedOnBounds: JsonBounds = { levels: 20, bytes: 32 * 1024 }

/** Walks a value without recursion: it comes from outside and may be nested as deep as it likes. */
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

/** Whether it is JSON, in texts that can be stored, of no more than so many levels. */
export const isPlainJson = (
  value: unknown,
  { levels }: Pick<JsonBounds, "levels">
): value is Schema.Json => everyPart(value, (part, depth) => depth <= levels && isJson(part))

const encoder = new TextEncoder()

/** Whether it has no more bytes. A text's length is looked at first: in UTF-8 it is no shorter. */
export const isSmallJson = (value: unknown, { bytes }: Pick<JsonBounds, "bytes">): boolean => {
  const text = typeof value === "string" ? value : JSON.stringify(value)
  return text.length <= bytes && encoder.encode(text).length <= bytes
}

/**
 * Whether it is JSON within the bounds, found out without looking at more of it than these allow:
 * each part takes two bytes at least, with what stands between it and the next.
 */
export const isBoundedJson = (value: unknown, bounds: JsonBounds): value is Schema.Json => {
  let left = bounds.bytes
  const isWithin = everyPart(value, (part, depth) => {
    left -= typeof part === "string" ? part.length + 2 : 2
    return left >= -2 && depth <= bounds.levels && fewItems(part, left) && isJson(part)
  })
  return isWithin && isSmallJson(value, bounds)
}

/** Whether a list or an object may still be within so many bytes. */
const fewItems = (part: unknown, bytes: number): boolean =>
  typeof part !== "object" ||
  part === null ||
  2 * (Array.isArray(part) ? part.length : Object.keys(part).length) <= bytes + 2
