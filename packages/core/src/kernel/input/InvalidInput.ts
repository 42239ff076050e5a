import { Schema } from "effect"
import type { Named } from "../primitives/Named.ts"
import { TaggedError } from "../primitives/TaggedError.ts"
import { receivedValue } from "./receivedValue.ts"

/** The codes that input can be refused with. */
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

/** One thing that is wrong with the input. */
export interface InputIssue {
  /** What a program goes by. */
  readonly code: InputCode
  /**
   * The field, with dots for nesting: `successUrl` of a library call, `success_url` on the wire.
   * Null where it is the input as a whole, or a name that is not repeated.
   */
  readonly param: string | null
  /** A sentence for people. */
  readonly message: string
}

/**
 * The input is refused: its first issue decides the code, and up to nine more are listed with it.
 */
export class InvalidInput extends TaggedError("InvalidInput")<{
  /** What a program goes by: the first issue's. */
  readonly code: InputCode
  /** The field that the first issue is about; null where it is the input as a whole. */
  readonly param: string | null
  /** All that is wrong, in sentences for people. */
  readonly message: string
  /** What is wrong, one by one: at most ten. */
  readonly issues: ReadonlyArray<InputIssue>
}> {}

/** Whoever sends a thousand wrong fields is told of ten: an answer is no larger than a question. */
export const mostIssues = 10

/** Refuses input for these issues, the first of which decides the code; `more` aren't told of. */
export const invalidInput = (
  [first, ...rest]: readonly [InputIssue, ...ReadonlyArray<InputIssue>],
  more = 0
) => {
  const issues = [first, ...rest.slice(0, mostIssues - 1)]
  const untold = more + 1 + rest.length - issues.length
  const messages = issues.map(({ message }) => message)
  if (untold > 0) messages.push(`And ${untold} more.`)
  return new InvalidInput({
    code: first.code,
    param: first.param,
    message: messages.join(" "),
    issues
  })
}

/** Refuses one parameter for one reason, such as `is not a card of this customer`. */
export const refusedParameter = (code: InputCode, param: string, complaint: string) =>
  invalidInput([{ code, param, message: `${param} ${complaint}.` }])

/**
 * Refuses one parameter whose value is not what the complaint says that it must be. The value is
 * repeated if it is short and no secret.
 */
export const valueInvalid = (param: string, complaint: string, value: unknown, hint = "") => {
  const received = receivedValue(value, param.split("."))
  const message = `${param} ${complaint}${received === null ? "" : `, but is ${received}`}.`
  return invalidInput([
    { code: "parameter_invalid", param, message: hint === "" ? message : `${message} ${hint}` }
  ])
}

/** The same as `parameter_invalid`. */
export const parameterInvalid = (param: string, complaint: string) =>
  refusedParameter("parameter_invalid", param, complaint)
