import { closedPolicy, commonHeaders } from "./headers.ts"
import { type RefusalBody, refusalOf } from "./refusals.ts"

/** The largest answer in characters. Longer answers are refused, because a page can't show them. */
const mostCharacters = 4_000_000

/** Returns an answer of JSON. Amounts are strings of minor units. */
export const jsonAnswer = (value: unknown, status = 200): Response =>
  textAnswer(jsonText(value), status)

/** Returns the text of an answer. Throws if it is too large. */
export const jsonText = (value: unknown): string => {
  const text =
    JSON.stringify(value, (_, part) => (typeof part === "bigint" ? part.toString() : part)) ??
    "null"
  if (text.length > mostCharacters) throw new Error("The answer is too large to be shown.")
  return text
}

/** Returns an answer with a text of JSON. */
export const textAnswer = (text: string, status = 200): Response =>
  new Response(text, {
    status,
    headers: { ...dataHeaders, "Content-Type": "application/json; charset=utf-8" }
  })

/** The headers of every answer with data. */
export const dataHeaders: Readonly<Record<string, string>> = {
  ...commonHeaders,
  "Content-Security-Policy": closedPolicy,
  "Cache-Control": "no-store"
}

/** Returns the answer to an error, and its cause for the log. `cell` is one that is down. */
export const refusal = (
  error: unknown,
  request: string,
  cell: string | null = null
): { readonly response: Response; readonly cause?: unknown } => {
  const { status, code, message, fields, retryAfter, cause } = refusalOf(error, cell)
  const body: RefusalBody = {
    error: { code, message, request, ...(fields === undefined ? {} : { fields }) }
  }
  const response = jsonAnswer(body, status)
  if (retryAfter !== undefined) response.headers.set("Retry-After", `${retryAfter}`)
  return {
    response,
    ...(cause === undefined ? {} : { cause })
  }
}
