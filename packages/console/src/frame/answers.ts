import { closedPolicy, commonHeaders } from "./headers.ts"
import { type RefusalBody, refusalOf } from "./refusals.ts"

/** The largest answer in characters. Longer answers are refused, because a page can't show them. */
const mostCharacters = 4_000_000

/** Returns an answer of JSON. Amounts are strings of minor units. */
export const jsonAnswer = (value: unknown, status = 200): Response => {
  const text = JSON.stringify(value, (_, part) =>
    typeof part === "bigint" ? part.toString() : part
  )
  if (text !== undefined && text.length > mostCharacters) {
    return refusal(new Error("The answer is too large to be shown."), "").response
  }
  return new Response(text ?? "null", {
    status,
    headers: { ...dataHeaders, "Content-Type": "application/json; charset=utf-8" }
  })
}

/** The headers of every answer with data. */
export const dataHeaders: Readonly<Record<string, string>> = {
  ...commonHeaders,
  "Content-Security-Policy": closedPolicy,
  "Cache-Control": "no-store"
}

/** Returns the answer to an error, and its cause for the log. */
export const refusal = (
  error: unknown,
  request: string
): { readonly response: Response; readonly cause?: unknown } => {
  const { status, code, message, fields, cause } = refusalOf(error)
  const body: RefusalBody = {
    error: { code, message, request, ...(fields === undefined ? {} : { fields }) }
  }
  return {
    response: jsonAnswer(body, status),
    ...(cause === undefined ? {} : { cause })
  }
}
