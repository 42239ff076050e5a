import { Schema } from "effect"
import type { Named } from "../primitives/Named.ts"
import { TaggedError } from "../primitives/TaggedError.ts"
import { receivedValue } from "./receivedValue.ts"

/** The codes of refused input. */
export const InputCode = Schema.Literals([
  "parameter_invalid",
  "parameter_missing",
  "parameter_unknown",
  "amount_invalid_format",
  "amount_too_large",
  "currency_unsupported",
  "card_number_not_allowed"
])
export type InputCode = Named<typeof InputCode.Type>

/** One issue of refused input. */
export interface InputIssue {
  /** The code for programs. */
  readonly code: InputCode
  /**
   * The field, with dots for nesting: `successUrl` in a library call, `success_url` on the wire.
   * Null for the input as a whole, or for a name that is not repeated.
   */
  readonly param: string | null
  /** A sentence for people. */
  readonly message: string
}

/** The input was refused. Its first issue decides the code. Up to nine more issues are listed. */
export class InvalidInput extends TaggedError("InvalidInput")<{
  /** The code of the first issue, for programs. */
  readonly code: InputCode
  /** The field of the first issue. Null for the input as a whole. */
  readonly param: string | null
  /** All issues, in sentences for people. */
  readonly message: string
  /** The issues, at most ten. */
  readonly issues: ReadonlyArray<InputIssue>
}> {}

/** The maximum number of listed issues, so that an answer is not larger than its request. */
export const mostIssues = 10

/**
 * Refuses input for these issues. The first one decides the code. `more` is the number of unlisted
 * issues.
 */
export const invalidInput = (
  [first, ...rest]: readonly [InputIssue, ...ReadonlyArray<InputIssue>],
  more = 0
) => {
  const issues = [first, ...rest.slice(0, mostIssues - 1)]
  const unlisted = more + 1 + rest.length - issues.length
  const messages = issues.map(({ message }) => message)
  if (unlisted > 0) messages.push(`And ${unlisted} more.`)
  return new InvalidInput({
    code: first.code,
    param: first.param,
    message: messages.join(" "),
    issues
  })
}

/** Refuses one parameter for a reason, such as `is not a card of this customer`. */
export const refusedParameter = (code: InputCode, param: string, complaint: string) =>
  invalidInput([{ code, param, message: `${param} ${complaint}.` }])

/**
 * Refuses one parameter whose value is not what the complaint says that it must be. A short value
 * is repeated if it is not secret.
 */
export const valueInvalid = (param: string, complaint: string, value: unknown, hint = "") => {
  const received = receivedValue(value, param.split("."))
  const message = `${param} ${complaint}${received === null ? "" : `, but is ${received}`}.`
  return invalidInput([
    { code: "parameter_invalid", param, message: hint === "" ? message : `${message} ${hint}` }
  ])
}

/** Refuses one parameter as `parameter_invalid`. */
export const parameterInvalid = (param: string, complaint: string) =>
  refusedParameter("parameter_invalid", param, complaint)
