import { Schema } from "effect"

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
export type InputCode = typeof InputCode.Type

/** One thing that is wrong with the input. */
export const InputIssue = Schema.Struct({
  code: InputCode,
  /** The field by its wire name, with dots for nesting; null where it is the input as a whole. */
  param: Schema.NullOr(Schema.String),
  message: Schema.String
})
export type InputIssue = typeof InputIssue.Type

/** The input is refused: its first issue decides the code, the others are listed with it. */
export class InvalidInput extends Schema.TaggedError<InvalidInput>()("InvalidInput", {
  code: InputCode,
  param: Schema.NullOr(Schema.String),
  message: Schema.String,
  issues: Schema.Array(InputIssue)
}) {}

/** Refuses input for these issues, the first of which decides the code. */
export const invalidInput = (...issues: readonly [InputIssue, ...Array<InputIssue>]) =>
  new InvalidInput({
    code: issues[0].code,
    param: issues[0].param,
    message: issues.map((issue) => issue.message).join(" "),
    issues
  })

/** Refuses one parameter as `parameter_invalid`. */
export const parameterInvalid = (param: string, message: string) =>
  invalidInput({ code: "parameter_invalid", param, message: `${param}: ${message}.` })
