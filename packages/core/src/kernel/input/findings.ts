import type { SchemaAST, SchemaIssue } from "effect"
import { expectedOf, inWords } from "./expectedOf.ts"
import { InputCode, mostIssues } from "./InvalidInput.ts"

type Path = ReadonlyArray<PropertyKey>

/** An issue at one place. Its field name is only written out if the issue is listed. */
export interface Finding {
  readonly code: InputCode
  readonly path: Path
  readonly complaint: string
  /** The known names or values, if this one is unknown. */
  readonly known?: ReadonlyArray<string>
  /** False if the known names were listed before. */
  readonly isListed?: boolean
}

/** The findings in an input. All are counted, and only the first ones are kept. */
interface Found {
  readonly first: ReadonlyArray<Finding>
  readonly count: number
}

/** Returns the findings in a refused input, in its order. */
export const findingsIn = (issue: SchemaIssue.Issue): Found => {
  const found: Mutable = { first: [], count: 0 }
  collect(issue, [], found)
  return found
}

interface Mutable extends Found {
  readonly first: Array<Finding>
  count: number
}

/** Adds a finding. It is only made if it will be listed, because an input may have thousands. */
const add = (into: Mutable, make: () => Finding): void => {
  into.count += 1
  if (into.first.length < mostIssues) into.first.push(make())
}

const collect = (
  issue: SchemaIssue.Issue,
  path: Path,
  into: Mutable,
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
      // Several members of the union may have been meant, unless only one of them matches the tag.
      const [only, ...others] = issue.issues
      if (only === undefined || others.length > 0) add(into, () => wrongType(issue, path))
      else collect(only, path, into)
      return
    }
    default:
      add(into, () => findingOf(issue, path, parent))
  }
}

/** Returns what an issue without inner issues is about. */
const findingOf = (
  issue: SchemaIssue.Issue,
  path: Path,
  parent: SchemaAST.AST | undefined
): Finding => {
  switch (issue._tag) {
    case "Filter":
      return checkFailed(issue, path)
    case "MissingKey":
      return { code: "parameter_missing", path, complaint: missing(path.at(-1), parent) }
    case "UnexpectedKey": {
      const complaint = "is not a parameter of this operation"
      return { code: "parameter_unknown", path, complaint, known: fieldsOf(issue.ast) }
    }
    case "InvalidType":
      return wrongType(issue, path)
    default:
      return { code: "parameter_invalid", path, complaint: "must be a known value" }
  }
}

/** Returns the names of an object's fields. */
const fieldsOf = (ast: SchemaAST.AST): ReadonlyArray<string> =>
  ast._tag === "Objects" ? ast.propertySignatures.map(({ name }) => String(name)) : []

/**
 * Returns the complaint about a missing field, or about the missing first item of an empty list.
 */
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
    ? {
        code: ownCode(inner.issue) ?? code,
        path: [...path, ...inner.path],
        complaint: ownMessage(inner.issue) ?? "is not valid"
      }
    : {
        code,
        path,
        complaint: mustBe(annotations?.expected ?? "valid"),
        known: (annotations?.known as ReadonlyArray<string> | undefined) ?? []
      }
}

/** Makes a complaint. A size is spelled with "have", any other expectation with "be". */
const mustBe = (expected: string): string =>
  /^at (?:most|least) /.test(expected) ? `must have ${expected}` : `must be ${inWords(expected)}`

const inputCodes: ReadonlySet<unknown> = new Set(InputCode.literals)

const isInputCode = (code: unknown): code is InputCode => inputCodes.has(code)

const wrongType = ({ ast }: SchemaIssue.InvalidType | SchemaIssue.AnyOf, path: Path): Finding => {
  const refusedAs = ast.annotations?.refusal
  const code = isInputCode(refusedAs) ? refusedAs : "parameter_invalid"
  return { code, path, complaint: `must be ${expectedOf(ast)}`, known: literalsOf(ast) }
}

/** Returns the values of an enumeration. */
const literalsOf = (ast: SchemaAST.AST): ReadonlyArray<string> => {
  if (ast._tag === "Union") return ast.types.flatMap(literalsOf)
  return ast._tag === "Literal" ? [String(ast.literal)] : []
}

/** Returns the message of a check over several fields about the field it complains of. */
const ownMessage = (issue: SchemaIssue.Issue): string | undefined =>
  issue._tag === "InvalidValue" ? issue.annotations?.message : undefined

/** Returns the code of a check over several fields for this field, if it has one of its own. */
const ownCode = (issue: SchemaIssue.Issue): InputCode | undefined => {
  const refusal = issue._tag === "InvalidValue" ? issue.annotations?.refusal : undefined
  return isInputCode(refusal) ? refusal : undefined
}
