import { type Fields, valueAt } from "@payloom/core"
import type { About } from "./HttpProviderTable.ts"

/**
 * A place in a provider's object: a path of members and positions, such as `errors.0.code`, or a
 * function that returns the value.
 */
export type Field = string | ((object: Fields, about: About) => unknown)

/** Parses JSON. Returns undefined if the text is none. */
export const jsonIn = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The facts of a look-up, for fields that depend on nothing else. */
export const lookedUp: About = { status: 200, capture: true }

/** Returns the value of a field in an object. */
export const valueOf = (field: Field | undefined, object: Fields, about: About): unknown => {
  if (field === undefined) return undefined
  return typeof field === "string" ? valueAt(object, field) : field(object, about)
}

/** Returns a field as a text, or null if it is empty. A number is written as one. */
export const textOf = (field: Field | undefined, object: Fields, about: About): string | null => {
  const value = valueOf(field, object, about)
  if (typeof value === "number") return String(value)
  return typeof value === "string" && value !== "" ? value : null
}

/** Numbers below this are seconds: in milliseconds it would be a day in 1973. */
const leastMs = 100_000_000_000

/** Returns a field as milliseconds since the epoch. Texts are dates, small numbers are seconds. */
export const timeOf = (field: Field | undefined, object: Fields, about: About): number | null => {
  const value = valueOf(field, object, about)
  const time = typeof value === "string" ? Date.parse(value) : value
  if (typeof time !== "number" || !Number.isFinite(time)) return null
  return Math.trunc(Math.abs(time) < leastMs ? time * 1000 : time)
}

/** Returns the state that a provider's word stands for, or null. */
export const stateOf = <State extends string>(
  states: { readonly [state in State]?: ReadonlyArray<string> },
  word: string | null
): State | null => {
  for (const name in states) {
    if (word !== null && states[name]?.includes(word) === true) return name
  }
  return null
}
