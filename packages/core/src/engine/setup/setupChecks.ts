import { Predicate } from "effect"
import { nearestName } from "../../kernel/input/wireNames.ts"
import type { SetupIssue } from "./SetupInvalid.ts"

/** Returns everything that is wrong with the value of a field. */
export type SetupCheck = (value: unknown, field: string) => ReadonlyArray<SetupIssue>

/** Describes a value without repeating texts, which may be secrets. */
const kindOf = (value: unknown): string => {
  if (value === undefined) return "is missing"
  if (value === null || typeof value === "boolean" || typeof value === "number") {
    return `is ${value}`
  }
  if (Array.isArray(value)) return "is an array"
  if (Predicate.isPromise(value)) return "is a promise, not awaited"
  return `is ${/^[aeiou]/.test(typeof value) ? "an" : "a"} ${typeof value}`
}

/** The one issue of a field, with what it must be: "an array of providers". */
export const mustBe = (
  field: string,
  what: string,
  value: unknown,
  kind = kindOf(value)
): ReadonlyArray<SetupIssue> => [
  { field, message: `${field === "" ? "The setup" : field} must be ${what}, but ${kind}.` }
]

/** A check of a value for what it is. */
export const being =
  (what: string, isIt: (value: unknown) => boolean): SetupCheck =>
  (value, field) =>
    isIt(value) ? [] : mustBe(field, what, value)

/** A check that lets a field be absent. */
export const optional =
  (check: SetupCheck): SetupCheck =>
  (value, field) =>
    value === undefined ? [] : check(value, field)

export const aFunction = being("a function", (value) => typeof value === "function")

const isTexts = (value: unknown): boolean =>
  Array.isArray(value) && value.every((item) => typeof item === "string")

export const texts = being("an array of strings", isTexts)

export const aBoolean = being("true or false", (value) => typeof value === "boolean")

/** The longest that a timer of JavaScript's can wait. */
const longestMs = 2 ** 31 - 1

/** A whole number, counted in what is named. */
export const wholeNumberOf = (unit: string, least: number): SetupCheck =>
  being(
    `a whole number of ${unit} from ${least} to ${longestMs}`,
    (value) => Number.isInteger(value) && Number(value) >= least && Number(value) <= longestMs
  )

type Fields = Readonly<Record<string, unknown>>

/** A class may have what is asked for too, and a function fields of its own. */
const isObject = (value: unknown): value is Fields =>
  (typeof value === "object" && value !== null && !Array.isArray(value)) ||
  typeof value === "function"

/** A field within another, which is the setup itself where it has no name. */
const within = (field: string, name: string): string => (field === "" ? name : `${field}.${name}`)

/** A check of a value's fields, each by itself. */
export const withFields =
  (what: string, checks: Readonly<Record<string, SetupCheck>>): SetupCheck =>
  (value, field) => {
    if (!isObject(value)) return mustBe(field, what, value)
    const issues = Object.entries(checks).flatMap(([name, check]) =>
      check(value[name], within(field, name))
    )
    // Such as webhookSender in the place of webhookSender().
    const isUncalled = typeof value === "function" && issues.length > 0
    return isUncalled ? mustBe(field, what, value, "is a function: call it") : issues
  }

/** Checks every entry of an array. Reports the first few mistakes. */
export const listOf =
  (what: string, check: SetupCheck): SetupCheck =>
  (value, field) =>
    Array.isArray(value)
      ? value.flatMap((one, at) => check(one, `${field}[${at}]`)).slice(0, mostUnknown)
      : mustBe(field, what, value)

/** Checks every entry of a table and the required ones. Reports the first few mistakes. */
export const tableOf =
  (what: string, check: SetupCheck, required: ReadonlyArray<string> = []): SetupCheck =>
  (value, field) =>
    isObject(value)
      ? [...new Set([...required, ...Object.keys(value)])]
          .flatMap((name) => check(value[name], within(field, name.slice(0, longestName))))
          .slice(0, mostUnknown)
      : mustBe(field, what, value)

/**
 * The same, and a word on every field that nothing is known of: it may be misspelt, or belong
 * elsewhere, which a sentence says.
 */
export const withNoOtherFields =
  (
    what: string,
    checks: Readonly<Record<string, SetupCheck>>,
    elsewhere: Readonly<Record<string, string>> = {}
  ): SetupCheck =>
  (value, field) => {
    const known = Object.keys(checks)
    const unknown = isObject(value)
      ? Object.keys(value).filter((name) => !known.includes(name))
      : []
    return [
      ...withFields(what, checks)(value, field),
      ...unknown.slice(0, mostUnknown).map((name) => {
        const full = within(field, name.slice(0, longestName))
        const meant = nearestName(name, known)
        const instead = meant === null ? `Known are ${known.join(", ")}.` : `Did you mean ${meant}?`
        return { field: full, message: `${full} is unknown. ${elsewhere[name] ?? instead}` }
      })
    ]
  }

const mostUnknown = 10
const longestName = 40
