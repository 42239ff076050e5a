import { Predicate, Result, Schema, type SchemaIssue } from "effect"
import { holdsCardNumber } from "../values/cardNumberGuard.ts"
import { InputCode, type InputIssue, type InvalidInput, invalidInput } from "./InvalidInput.ts"
import { withoutUndefined } from "./withoutUndefined.ts"

const options = { errors: "all", onExcessProperty: "error" } as const

/**
 * Decodes input at the edge: all issues at once, unknown fields refused, no value echoed. The
 * decoder is compiled once per schema; call it at module level.
 */
export const inputDecoder = <A>(schema: Schema.Codec<A, unknown>) => {
  const decode = refusing(schema)
  return (input: unknown): Result.Result<A, InvalidInput> => {
    const decoded = decode(input)
    if (Result.isSuccess(decoded) && Predicate.isObject(decoded.success)) {
      decodedBy.set(decoded.success, schema)
    }
    return decoded
  }
}

const refusing = <A>(schema: Schema.Codec<A, unknown>) => {
  const decode = Schema.decodeUnknownResult(schema, options)
  return (input: unknown): Result.Result<A, InvalidInput> =>
    Result.mapError(decode(input), (error) => refusal(error.issue))
}

/** What a decoder made, so that the operation behind it needn't look at it again. */
const decodedBy = new WeakMap<object, Schema.Top>()

/**
 * The same for input that is not on the wire: what a library call was given. There a field that is
 * `undefined` counts as absent. What came from the schema's own decoder passes.
 */
export const inputChecker = <A>(schema: Schema.Codec<A, unknown>) => {
  const check = refusing(Schema.toType(schema) as Schema.Codec<A, unknown>)
  return (input: A): Result.Result<A, InvalidInput> =>
    Predicate.isObject(input) && decodedBy.get(input) === schema
      ? Result.succeed(input)
      : check(withoutUndefined(input))
}

const refusal = (issue: SchemaIssue.Issue): InvalidInput => {
  const [first, ...rest] = collect(issue, [])
  return first === undefined
    ? invalidInput({ code: "parameter_invalid", param: null, message: "The input is not valid." })
    : invalidInput(first, ...rest)
}

const collect = (
  issue: SchemaIssue.Issue,
  path: ReadonlyArray<PropertyKey>
): ReadonlyArray<InputIssue> => {
  switch (issue._tag) {
    case "Pointer":
      return collect(issue.issue, [...path, ...issue.path])
    case "Encoding":
      return collect(issue.issue, path)
    case "AnyOf":
      // Several members may have been meant; the only one that fits its tag was.
      return issue.issues.length === 1
        ? issue.issues.flatMap((inner) => collect(inner, path))
        : [notKnown(path)]
    case "Composite":
      return issue.issues.flatMap((inner) => collect(inner, path))
    case "Filter":
      return [checkFailed(issue, path)]
    case "MissingKey":
      return [inputIssue("parameter_missing", path, "is required")]
    case "UnexpectedKey":
      return [inputIssue("parameter_unknown", path, "is not a parameter of this operation")]
    case "InvalidType":
      return [wrongType(issue, path)]
    default:
      return [notKnown(path)]
  }
}

const notKnown = (path: ReadonlyArray<PropertyKey>): InputIssue =>
  inputIssue("parameter_invalid", path, "is not of the right type or not a known value")

const checkFailed = (issue: SchemaIssue.Filter, path: ReadonlyArray<PropertyKey>): InputIssue => {
  const annotations = issue.filter.annotations
  const code = (annotations?.refusal as InputCode | undefined) ?? "parameter_invalid"
  const inner = issue.issue
  return inner._tag === "Pointer"
    ? inputIssue(code, [...path, ...inner.path], ownMessage(inner.issue) ?? "is not valid")
    : inputIssue(code, path, `must be ${annotations?.expected ?? "valid"}`)
}

const inputCodes: ReadonlySet<unknown> = new Set(InputCode.literals)

const isInputCode = (code: unknown): code is InputCode => inputCodes.has(code)

const wrongType = (
  { ast }: SchemaIssue.InvalidType,
  path: ReadonlyArray<PropertyKey>
): InputIssue =>
  isInputCode(ast.annotations?.refusal)
    ? inputIssue(ast.annotations.refusal, path, `must be ${ast.annotations.expected}`)
    : notKnown(path)

/** What a check over several fields says of the one it blames. */
const ownMessage = (issue: SchemaIssue.Issue): string | undefined =>
  issue._tag === "InvalidValue" ? issue.annotations?.message : undefined

const inputIssue = (
  code: InputCode,
  path: ReadonlyArray<PropertyKey>,
  complaint: string
): InputIssue => {
  const name = path.length === 0 ? null : pathName(path, code === "parameter_unknown")
  const param = name === null || holdsCardNumber(name) ? null : name
  const subject = param === "" ? 'The field ""' : (param ?? "The input")
  return { code, param, message: `${subject} ${complaint}.` }
}

/**
 * A field by its name on the wire, wherever the input came from. An unknown field is named as it
 * was given, and so are the merchant's own keys in metadata; a member of a plain list, such as a
 * parameter sent several times, goes by the list's name.
 */
const pathName = (path: ReadonlyArray<PropertyKey>, isUnknown: boolean): string => {
  if (path.length === 2 && typeof path[1] === "number") return pathName(path.slice(0, 1), isUnknown)
  const known = isUnknown ? path.length - 1 : path[0] === "metadata" ? 1 : path.length
  return path.map((key, at) => (at < known ? wireName(String(key)) : String(key))).join(".")
}

const wireName = (field: string): string =>
  field.replace(/[a-z0-9][A-Z]/g, ([before, after]) => `${before}_${after?.toLowerCase()}`)
