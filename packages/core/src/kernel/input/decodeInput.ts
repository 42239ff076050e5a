import { type Brand, Predicate, Result, Schema, type SchemaIssue } from "effect"
import { looksSecret } from "../logging/causeText.ts"
import { holdsCardNumber } from "../primitives/cardNumberGuard.ts"
import { type Finding, findingsIn } from "./findings.ts"
import { hintFor } from "./hintFor.ts"
import { type InputIssue, type InvalidInput, invalidInput } from "./InvalidInput.ts"
import { hasOnlyKnownFields } from "./knownFields.ts"
import { pathName, type Spelling } from "./pathName.ts"
import { escaped, receivedValue, valueAt } from "./receivedValue.ts"
import { asOnWire, nearestName, respelled, wireName } from "./wireNames.ts"
import { withoutUndefined } from "./withoutUndefined.ts"

const options = { errors: "all", onExcessProperty: "error" } as const

/**
 * Creates a decoder of input from the wire. It reports all issues at once and refuses unknown
 * fields. The decoder is compiled once per schema, so call this at module level.
 */
export const inputDecoder = <A>(schema: Schema.Codec<A, unknown>) => {
  const decode = refusing(schema, "wire")
  return (input: unknown): Result.Result<A, InvalidInput> => {
    const decoded = decode(input)
    if (Result.isSuccess(decoded) && Predicate.isObject(decoded.success)) {
      decodedBy.set(decoded.success, schema)
    }
    return decoded
  }
}

/**
 * Most input is right, so it is first decoded without listing what is wrong and without the
 * schema's slow check for unknown fields. Any other input is decoded again, for its error.
 */
const refusing = <A>(schema: Schema.Codec<A, unknown>, spelling: Spelling) => {
  const isKnown = hasOnlyKnownFields(Schema.toEncoded(schema).ast)
  const accept = Schema.decodeUnknownResult(schema)
  const decode = Schema.decodeUnknownResult(schema, options)
  return (input: unknown): Result.Result<A, InvalidInput> => {
    const accepted = isKnown(input) ? accept(input) : null
    if (accepted !== null && Result.isSuccess(accepted)) return Result.succeed(accepted.success)
    return Result.mapError(decode(input), ({ issue }) => refusal(issue, input, spelling))
  }
}

/** Decoded inputs, so that the operation behind the decoder needn't check them again. */
const decodedBy = new WeakMap<object, Schema.Top>()

/** Input of a program before it is checked: ids and currency codes may be any text. */
export type Unchecked<T> =
  T extends Brand.Brand<string>
    ? string
    : T extends object
      ? { readonly [K in keyof T]: Unchecked<T[K]> }
      : T

/** Checked input, with valid ids and currency codes. */
export type Checked<S extends Schema.Top> = S["Type"]

/**
 * Creates a checker of the input of a library call. A field that is `undefined` counts as absent.
 * Input that the schema's own decoder made is accepted unchecked.
 */
export const inputChecker = <A>(schema: Schema.Codec<A, unknown>) => {
  const check = refusing(Schema.toType(schema) as Schema.Codec<A, unknown>, "library")
  return (input: Unchecked<A>): Result.Result<A, InvalidInput> =>
    Predicate.isObject(input) && decodedBy.get(input) === schema
      ? Result.succeed(input as A)
      : check(withoutUndefined(input))
}

/**
 * Creates a checker for a list that may be long. It checks some items at a time, so that other work
 * can run in between. The issues give an item's position in the whole list.
 *
 * @param field The name of the list's field.
 */
export const partChecker = <A>(field: string, item: Schema.Codec<A, unknown>) => {
  const list = Schema.Struct({ [field]: Schema.Array(Schema.toType(item)) })
  const decode = Schema.decodeUnknownResult(list, options)
  return (items: ReadonlyArray<unknown>, from: number): Result.Result<ReadonlyArray<A>, Issues> => {
    const input = withoutUndefined({ [field]: items })
    return Result.mapBoth(decode(input), {
      onSuccess: (checked) => checked[field] as ReadonlyArray<A>,
      onFailure: ({ issue }) => issuesIn(issue, input, "library", from)
    })
  }
}

/** Refuses an unknown name. The message has the known name that was probably meant. */
export const unknownParameter = (
  name: string,
  complaint: string,
  known: ReadonlyArray<string>
): InvalidInput =>
  invalidInput([
    issueOf({ code: "parameter_unknown", path: [name], complaint, known }, null, "library")
  ])

const refusal = (issue: SchemaIssue.Issue, input: unknown, spelling: Spelling): InvalidInput => {
  const { issues, more } = issuesIn(issue, input, spelling)
  const error = invalidInput(issues, more)
  return spelling === "wire" ? asOnWire(error) : error
}

/** The first issues of an input. */
interface Issues {
  readonly issues: readonly [InputIssue, ...ReadonlyArray<InputIssue>]
  /** The number of further issues. */
  readonly more: number
}

/** @param from The position of the first item, if the input is a part of a list. */
const issuesIn = (
  issue: SchemaIssue.Issue,
  input: unknown,
  spelling: Spelling,
  from = 0
): Issues => {
  const { first: listed, count } = findingsIn(issue)
  // The fields of an object are listed once, even if several unknown fields were given.
  const strange = listed.find(({ code, path, known = [] }) => {
    return code === "parameter_unknown" && nearestName(String(path.at(-1)), known) === null
  })
  const issueAt = (found: Finding) => {
    const named = found.code === "parameter_unknown" && found !== strange
    const finding = named ? { ...found, isListed: false } : found
    const path = found.path.map((key, at) => (at === 1 ? Number(key) + from : key))
    const value = valueAt(input, found.path, wireName)
    return issueOf(from === 0 ? finding : { ...finding, path }, value, spelling)
  }
  const [first, ...rest] = listed.map(issueAt)
  const whole = issueAt({ code: "parameter_invalid", path: [], complaint: "is not valid" })
  return { issues: [first ?? whole, ...rest], more: count - listed.length }
}

const longestName = 200

/**
 * Returns true if a name may be repeated: it is short, and looks like no secret and no card number.
 */
const isRepeatable = (name: string): boolean =>
  name.length <= longestName && !looksSecret(name) && !holdsCardNumber(name)

/** Returns the received value, if that adds something to the complaint. */
const butIs = ({ code, path, complaint }: Finding, value: unknown): string => {
  if (code === "parameter_missing" || code === "parameter_unknown") return ""
  if (path.length === 0 && value === undefined) return ", but nothing was given"
  if (complaint.endsWith(" of JSON")) return ", but has more"
  if (complaint.startsWith("must have ")) return `, but has ${sizeOf(value)}`
  if (complaint.startsWith("must be an object whose ")) return ""
  const received = complaint.startsWith("must be ") ? receivedValue(value, path) : null
  return received === null ? "" : `, but is ${received}`
}

/** Returns the number of characters, members or fields. */
const sizeOf = (value: unknown): number =>
  typeof value === "string" || Array.isArray(value)
    ? value.length
    : Object.keys(Object(value)).length

/** Returns a field's name for the beginning of a sentence. */
const subjectOf = (param: string): string =>
  param === "" ? 'The field ""' : escaped(param.replace(/^\d+/, "[$&]"))

const issueOf = (found: Finding, value: unknown, spelling: Spelling): InputIssue => {
  const { code, path, complaint } = found
  const name = path.length === 0 ? null : pathName(path, code === "parameter_unknown", spelling)
  const param = name === null || !isRepeatable(name) ? null : name
  const unnamed = name === null ? "The input" : "A field"
  const subject = param === null ? unnamed : subjectOf(param)
  const spelled = spelling === "wire" ? respelled(complaint) : complaint
  const hint = hintFor({ ...found, spelling }, value)
  return { code, param, message: `${subject} ${spelled}${butIs(found, value)}.${hint}` }
}
