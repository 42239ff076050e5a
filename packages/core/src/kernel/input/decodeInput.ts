import { type Brand, Predicate, Result, Schema, type SchemaAST, type SchemaIssue } from "effect"
import { looksSecret } from "../logging/causeText.ts"
import { holdsCardNumber } from "../primitives/cardNumberGuard.ts"
import { expectedOf, inWords } from "./expectedOf.ts"
import { hintFor } from "./hintFor.ts"
import {
  InputCode,
  type InputIssue,
  type InvalidInput,
  invalidInput,
  mostIssues
} from "./InvalidInput.ts"
import { escaped, receivedValue, valueAt } from "./receivedValue.ts"
import { asOnWire, nearestName, respelled, wireName } from "./wireNames.ts"
import { withoutUndefined } from "./withoutUndefined.ts"

const options = { errors: "all", onExcessProperty: "error" } as const

/** Who reads the names of fields: a program that calls the library, or one that speaks HTTP. */
type Spelling = "library" | "wire"

/**
 * Decodes input from the wire at the edge: all issues at once, unknown fields refused, no value
 * echoed. The decoder is compiled once per schema; call it at module level.
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

const refusing = <A>(schema: Schema.Codec<A, unknown>, spelling: Spelling) => {
  const decode = Schema.decodeUnknownResult(schema, options)
  return (input: unknown): Result.Result<A, InvalidInput> =>
    Result.mapError(decode(input), ({ issue }) => refusal(issue, input, spelling))
}

/** What a decoder made, so that the operation behind it needn't look at it again. */
const decodedBy = new WeakMap<object, Schema.Top>()

/** Input as a program has it before it is checked: an id or a currency code is any text. */
export type Unchecked<T> =
  T extends Brand.Brand<string>
    ? string
    : T extends object
      ? { readonly [K in keyof T]: Unchecked<T[K]> }
      : T

/** Input as its check leaves it, with ids and currency codes that are such. */
export type Checked<S extends Schema.Top> = S["Type"]

/**
 * The same for input that is not on the wire: what a library call was given. There a field that is
 * `undefined` counts as absent. What came from the schema's own decoder passes.
 */
export const inputChecker = <A>(schema: Schema.Codec<A, unknown>) => {
  const check = refusing(Schema.toType(schema) as Schema.Codec<A, unknown>, "library")
  return (input: Unchecked<A>): Result.Result<A, InvalidInput> =>
    Predicate.isObject(input) && decodedBy.get(input) === schema
      ? Result.succeed(input as A)
      : check(withoutUndefined(input))
}

/**
 * A checker for a list that may be long: some items at a time, so that others have their turn in
 * between. The issues name an item by its position in the whole list.
 *
 * @param field The name of the field that the list is in.
 */
export const partChecker = <A>(field: string, item: Schema.Codec<A, unknown>) => {
  const list = Schema.Struct({ [field]: Schema.Array(Schema.toType(item)) })
  const decode = Schema.decodeUnknownResult(list, options)
  return (items: ReadonlyArray<unknown>, from: number): Result.Result<ReadonlyArray<A>, Told> => {
    const input = withoutUndefined({ [field]: items })
    return Result.mapBoth(decode(input), {
      onSuccess: (checked) => checked[field] as ReadonlyArray<A>,
      onFailure: ({ issue }) => issuesIn(issue, input, "library", from)
    })
  }
}

/** Refuses a name that is not among those that are known, with the one that was probably meant. */
export const unknownParameter = (
  name: string,
  complaint: string,
  known: ReadonlyArray<string>
): InvalidInput =>
  invalidInput([
    told({ code: "parameter_unknown", path: [name], complaint, known }, null, "library")
  ])

type Path = ReadonlyArray<PropertyKey>

/** What is wrong at one place; names are written out only for those that are told. */
interface Finding {
  readonly code: InputCode
  readonly path: Path
  readonly complaint: string
  /** The names or values that are known where this one is not. */
  readonly known?: ReadonlyArray<string>
  /** False if what is known was listed before. */
  readonly isListed?: boolean
}

const refusal = (issue: SchemaIssue.Issue, input: unknown, spelling: Spelling): InvalidInput => {
  const { issues, more } = issuesIn(issue, input, spelling)
  const error = invalidInput(issues, more)
  return spelling === "wire" ? asOnWire(error) : error
}

/** The first issues of an input. */
interface Told {
  readonly issues: readonly [InputIssue, ...ReadonlyArray<InputIssue>]
  /** The number of further issues. */
  readonly more: number
}

/** @param from The position of the first item, if the input is a part of a list. */
const issuesIn = (issue: SchemaIssue.Issue, input: unknown, spelling: Spelling, from = 0): Told => {
  const findings: Array<Finding> = []
  collect(issue, [], findings)
  // The names that an object takes are listed once, however many others it was given.
  const strange = findings.find(({ code, path, known = [] }) => {
    return code === "parameter_unknown" && nearestName(String(path.at(-1)), known) === null
  })
  const tell = (found: Finding) => {
    const named = found.code === "parameter_unknown" && found !== strange
    const finding = named ? { ...found, isListed: false } : found
    const path = found.path.map((key, at) => (at === 1 ? Number(key) + from : key))
    const value = valueAt(input, found.path, wireName)
    return told(from === 0 ? finding : { ...finding, path }, value, spelling)
  }
  const [first, ...rest] = findings.slice(0, mostIssues).map(tell)
  const whole = tell({ code: "parameter_invalid", path: [], complaint: "is not valid" })
  return { issues: [first ?? whole, ...rest], more: Math.max(findings.length - mostIssues, 0) }
}

/** @param parent What the object or list takes that holds the place. */
const collect = (
  issue: SchemaIssue.Issue,
  path: Path,
  into: Array<Finding>,
  parent?: SchemaAST.AST
): void => {
  switch (issue._tag) {
    case "Pointer":
      collect(issue.issue, [...path, ...issue.path], into, parent)
      return
    case "Encoding":
      collect(issue.issue, path, into)
      return
    case "Composite":
      for (const inner of issue.issues) collect(inner, path, into, issue.ast)
      return
    case "AnyOf": {
      // Several members may have been meant; the only one that fits its tag was.
      const [only, ...others] = issue.issues
      if (only === undefined || others.length > 0) into.push(wrongType(issue, path))
      else collect(only, path, into)
      return
    }
    case "Filter":
      into.push(checkFailed(issue, path))
      return
    case "MissingKey":
      into.push({ code: "parameter_missing", path, complaint: missing(path.at(-1), parent) })
      return
    case "UnexpectedKey": {
      const complaint = "is not a parameter of this operation"
      into.push({ code: "parameter_unknown", path, complaint, known: fieldsOf(issue.ast) })
      return
    }
    case "InvalidType":
      into.push(wrongType(issue, path))
      return
    default:
      into.push({ code: "parameter_invalid", path, complaint: "must be a known value" })
  }
}

/** The names of the fields that an object takes. */
const fieldsOf = (ast: SchemaAST.AST): ReadonlyArray<string> =>
  ast._tag === "Objects" ? ast.propertySignatures.map(({ name }) => String(name)) : []

/** A field that is missing, or the first member of a list that is empty, with what it takes. */
const missing = (name: PropertyKey | undefined, parent: SchemaAST.AST | undefined): string => {
  if (parent?._tag === "Arrays" && typeof name === "number") {
    const member = parent.elements[name] ?? parent.rest[0]
    const what = member === undefined ? "" : `, which is ${expectedOf(member)}`
    return `is required: a list of at least one${what}`
  }
  const fields = parent?._tag === "Objects" ? parent.propertySignatures : []
  const field = fields.find((signature) => signature.name === name)
  return field === undefined ? "is required" : `is required: ${expectedOf(field.type)}`
}

const checkFailed = (issue: SchemaIssue.Filter, path: Path): Finding => {
  const annotations = issue.filter.annotations
  const code = (annotations?.refusal as InputCode | undefined) ?? "parameter_invalid"
  const inner = issue.issue
  return inner._tag === "Pointer"
    ? { code, path: [...path, ...inner.path], complaint: ownMessage(inner.issue) ?? "is not valid" }
    : {
        code,
        path,
        complaint: mustBe(annotations?.expected ?? "valid"),
        known: (annotations?.known as ReadonlyArray<string> | undefined) ?? []
      }
}

/** A value with a size `has` so much, and any other `is` something. */
const mustBe = (expected: string): string =>
  /^at (?:most|least) /.test(expected) ? `must have ${expected}` : `must be ${inWords(expected)}`

const inputCodes: ReadonlySet<unknown> = new Set(InputCode.literals)

const isInputCode = (code: unknown): code is InputCode => inputCodes.has(code)

const wrongType = ({ ast }: SchemaIssue.InvalidType | SchemaIssue.AnyOf, path: Path): Finding => {
  const refusedAs = ast.annotations?.refusal
  const code = isInputCode(refusedAs) ? refusedAs : "parameter_invalid"
  return { code, path, complaint: `must be ${expectedOf(ast)}`, known: literalsOf(ast) }
}

/** The values that an enumeration takes. */
const literalsOf = (ast: SchemaAST.AST): ReadonlyArray<string> => {
  if (ast._tag === "Union") return ast.types.flatMap(literalsOf)
  return ast._tag === "Literal" ? [String(ast.literal)] : []
}

/** What a check over several fields says of the one it blames. */
const ownMessage = (issue: SchemaIssue.Issue): string | undefined =>
  issue._tag === "InvalidValue" ? issue.annotations?.message : undefined

const longestName = 200

/** Names are repeated, but for those that nobody should read or that are made to be long. */
const isRepeatable = (name: string): boolean =>
  name.length <= longestName && !looksSecret(name) && !holdsCardNumber(name)

/** What was given, where that says more than that it is not what it must be. */
const butIs = ({ code, path, complaint }: Finding, value: unknown): string => {
  if (code === "parameter_missing" || code === "parameter_unknown") return ""
  if (path.length === 0 && value === undefined) return ", but nothing was given"
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

/** A field as a sentence begins with it. */
const subjectOf = (param: string): string =>
  param === "" ? 'The field ""' : escaped(param.replace(/^\d+/, "[$&]"))

const told = (found: Finding, value: unknown, spelling: Spelling): InputIssue => {
  const { code, path, complaint } = found
  const name = path.length === 0 ? null : pathName(path, code === "parameter_unknown", spelling)
  const param = name === null || !isRepeatable(name) ? null : name
  const unnamed = name === null ? "The input" : "A field"
  const subject = param === null ? unnamed : subjectOf(param)
  const said = spelling === "wire" ? respelled(complaint) : complaint
  const hint = hintFor({ ...found, spelling }, value)
  return { code, param, message: `${subject} ${said}${butIs(found, value)}.${hint}` }
}

/**
 * A field by its name. An unknown field is named as it was given, and so are the merchant's own
 * keys in metadata; a member of a plain list, such as a parameter sent several times, goes by the
 * list's name.
 */
const pathName = (path: Path, isUnknown: boolean, spelling: Spelling): string => {
  if (path.length === 2 && typeof path[1] === "number") {
    return pathName(path.slice(0, 1), isUnknown, spelling)
  }
  const known = isUnknown ? path.length - 1 : path[0] === "metadata" ? 1 : path.length
  return path
    .map((key, at) => (at < known && spelling === "wire" ? wireName(String(key)) : String(key)))
    .join(".")
}
