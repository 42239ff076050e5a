import { type CardMarks, type Fields, fieldsIn, isFields } from "@payloom/core"
import type { BuiltRequest } from "./library/PrismLibrary.ts"

/** Changes the JSON body of a request. Throws if the body is no JSON object. */
export const editJson = (built: BuiltRequest, edit: (body: Fields) => Fields): BuiltRequest => {
  const body = fieldsIn(built.body === "" ? "{}" : built.body)
  if (body === null) throw new Error("The library built a body that is no JSON object.")
  return { ...built, body: JSON.stringify(edit(body)) }
}

/** Leaves out members without a value in them: null, and objects that are empty by then. */
export const withoutEmpty = (fields: Fields): Fields =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) => {
      if (value === null) return []
      if (!isFields(value)) return [[name, value]]
      const kept = withoutEmpty(value)
      return Object.keys(kept).length === 0 ? [] : [[name, kept]]
    })
  )

/** Changes the form in the body of a request. */
export const editForm = (
  built: BuiltRequest,
  edit: (form: URLSearchParams) => void
): BuiltRequest => {
  const form = new URLSearchParams(built.body)
  edit(form)
  return { ...built, body: form.toString() }
}

/** Adds headers to a request, in place of headers of the same name. */
export const withHeaders = (
  built: BuiltRequest,
  headers: Readonly<Record<string, string>>
): BuiltRequest => {
  const names = new Set(Object.keys(headers))
  const kept = Object.entries(built.headers).filter(([name]) => !names.has(name.toLowerCase()))
  return { ...built, headers: { ...Object.fromEntries(kept), ...headers } }
}

/** The library's placeholders of a card in the flow `proxy_authorize`. */
export const placeholders = {
  number: "{{$card_number}}",
  expiryMonth: "{{$card_exp_month}}",
  expiryYear: "{{$card_exp_year}}",
  securityCode: "{{$card_cvc}}"
} as const

/**
 * Replaces the library's placeholders by the marks of a relay. A field with the security code is
 * left out if there is none.
 */
export const withMarks = (built: BuiltRequest, marks: CardMarks): BuiltRequest => {
  const type = Object.entries(built.headers).find(([name]) => /^content-type$/i.test(name))?.[1]
  if (type?.includes("x-www-form-urlencoded") === true) {
    const pairs = built.body.split("&").flatMap((pair) => markedPair(pair, marks) ?? [])
    return { ...built, body: pairs.join("&") }
  }
  return editJson(built, (body) => replacedIn(body, marks) as Fields)
}

/** Returns a pair of a form with marks. They are escaped as JavaScript's clients escape forms. */
const markedPair = (pair: string, marks: CardMarks): string | null => {
  const [name = "", value = ""] = pair.split("=")
  const text = decodeURIComponent(value.replaceAll("+", " "))
  const replaced = marked(text, marks)
  if (replaced === null) return null
  return replaced === text ? pair : `${name}=${encodeURIComponent(replaced)}`
}

/** Returns a text with marks, or null if it contains a security code that isn't there. */
const marked = (text: string, marks: CardMarks): string | null => {
  let result = text
  for (const [detail, placeholder] of Object.entries(placeholders)) {
    const mark = marks[detail as keyof typeof placeholders]
    if (!result.includes(placeholder)) continue
    if (mark === null) return null
    result = result.replaceAll(placeholder, mark)
  }
  return result
}

const replacedIn = (value: unknown, marks: CardMarks): unknown => {
  if (typeof value === "string") return marked(value, marks)
  if (Array.isArray(value)) return value.map((each) => replacedIn(each, marks))
  if (!isFields(value)) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, each]) => {
      const replaced = replacedIn(each, marks)
      return each !== null && replaced === null ? [] : [[name, replaced]]
    })
  )
}
