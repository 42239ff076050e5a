import type { ChargeOutcome } from "./ChargeOutcome.ts"

/** The outcome of a call without an answer of the provider's own. */
export type HttpFailure = Extract<
  ChargeOutcome,
  { readonly _tag: "NotSent" | "AccountUnavailable" | "Unknown" }
>

/**
 * The codes of errors before a connection was established, so the request never left. After any
 * other error the call may have been carried out, in particular after a reset connection or a
 * timeout.
 */
const neverLeft: ReadonlySet<string> = new Set([
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EAI_FAIL",
  "EAI_NONAME",
  "EADDRNOTAVAIL",
  "UND_ERR_CONNECT_TIMEOUT",
  "CERT_HAS_EXPIRED",
  "CERT_NOT_YET_VALID",
  "DEPTH_ZERO_SELF_SIGNED_CERT",
  "ERR_TLS_CERT_ALTNAME_INVALID",
  "SELF_SIGNED_CERT_IN_CHAIN",
  "UNABLE_TO_GET_ISSUER_CERT",
  "UNABLE_TO_GET_ISSUER_CERT_LOCALLY",
  "UNABLE_TO_VERIFY_LEAF_SIGNATURE"
])

/** The codes that prove the same only if the error is from the connect call. */
const neverLeftAtConnect: ReadonlySet<string> = new Set([
  "EHOSTUNREACH",
  "ENETUNREACH",
  "EHOSTDOWN",
  "ENETDOWN",
  "ETIMEDOUT"
])

/**
 * The statuses below 500 that leave the outcome open. With 424 a part of the call failed that
 * depends on others, such as a bank's, and the rest may have been carried out.
 */
const openStatuses: ReadonlySet<number> = new Set([408, 409, 424, 425])

const refusals: Readonly<Record<number, string>> = {
  401: "The provider does not accept the account's credentials.",
  403: "The account lacks a permission at the provider.",
  429: "The account has made too many requests of the provider."
}

/**
 * Classifies a failed call. `NotSent`: the request provably never left. `AccountUnavailable`: the
 * provider rejected the account before it looked at the request. `Unknown`: the request may have
 * been carried out. Takes an error of `fetch` or of an HTTP client, a response, or an error that
 * has a `status` or `statusCode`. Returns null for a status that is an answer, such as 200, 402 or
 * 422. Then the body has the outcome.
 *
 * @example
 * const response = await fetch(url, { method: "POST", body, signal })
 * const failure = classifyHttpFailure(response)
 * if (failure !== null) return failure
 */
export const classifyHttpFailure = (failure: unknown): HttpFailure | null => {
  const status = statusOf(failure)
  if (status === null) {
    const reason = reasonOf(failure)
    return hasNeverLeft(failure, 0) ? { _tag: "NotSent", reason } : { _tag: "Unknown", reason }
  }
  const refused = refusals[status]
  if (refused !== undefined)
    return { _tag: "AccountUnavailable", reason: refused, rawCode: `http_${status}` }
  const isOpen = openStatuses.has(status) || status >= 500
  return isOpen ? { _tag: "Unknown", reason: `The provider answered HTTP ${status}.` } : null
}

const member = (value: unknown, name: string): unknown =>
  typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined

const statusOf = (failure: unknown): number | null => {
  const status = member(failure, "status") ?? member(failure, "statusCode")
  return typeof status === "number" && status >= 100 && status <= 599 ? status : null
}

/** The depth to which causes are followed. Errors are rarely wrapped more often. */
const deepestCause = 8

/** The maximum number of errors of an aggregate. It has one for each address that was tried. */
const mostErrors = 32

/** Returns true if the request never left. Of an aggregate, all errors have to prove it. */
const hasNeverLeft = (failure: unknown, depth: number): boolean => {
  if (depth > deepestCause) return false
  const code = member(failure, "code")
  if (typeof code === "string") {
    const isConnecting = member(failure, "syscall") === "connect"
    if (neverLeft.has(code) || (isConnecting && neverLeftAtConnect.has(code))) return true
  }
  const all = member(failure, "errors")
  if (Array.isArray(all) && all.length > 0) {
    const inside = Math.max(depth, deepestCause - 2) + 1
    return all.length <= mostErrors && all.every((one) => hasNeverLeft(one, inside))
  }
  const cause = member(failure, "cause")
  return cause !== undefined && hasNeverLeft(cause, depth + 1)
}

/** The messages of an error and of its causes. The innermost often has the fault itself. */
const reasonOf = (failure: unknown): string => {
  const messages = new Set<string>()
  let inner = failure
  for (let depth = 0; inner instanceof Error && depth <= deepestCause; depth++) {
    if (inner.message !== "") messages.add(inner.message)
    inner = member(inner, "cause")
  }
  return messages.size === 0 ? String(failure) : [...messages].join(": ")
}
