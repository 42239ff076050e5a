import type { SchemaAST } from "effect"

/** Returns what a schema expects, to follow `must be`. For enumerations it lists the members. */
export const expectedOf = (ast: SchemaAST.AST): string => {
  const own = ast.annotations?.expected ?? textOf(ast)
  if (typeof own === "string") return inWords(own)
  switch (ast._tag) {
    case "Literal":
      return String(ast.literal)
    case "Union":
      return unionOf(ast.types)
    case "String":
      return "a string"
    case "Number":
      return "a number"
    case "Boolean":
      return "true or false"
    case "BigInt":
      return "a bigint, such as 1250n"
    case "Arrays":
      return "a list"
    case "Objects":
      return objectOf(ast)
    case "Null":
      return "null"
    default:
      return "of the right type"
  }
}

/** Puts a library's description of a check into plain words. */
export const inWords = (expected: string): string =>
  expected === "an integer" ? "a whole number" : expected

/** Describes an object by its required fields, or by its optional ones if none are required. */
const objectOf = ({ propertySignatures }: SchemaAST.Objects): string => {
  const required = propertySignatures.filter(({ type }) => type.context?.isOptional !== true)
  const named = required.length > 0 ? required : propertySignatures
  const names = named.slice(0, mostNamed).map(({ name }) => String(name))
  if (names.length === 0) return "an object"
  return `an object ${required.length > 0 ? "with" : "that may have"} ${names.join(", ")}`
}

const unionOf = (types: ReadonlyArray<SchemaAST.AST>): string => {
  const members = types.flatMap((type) => (type._tag === "Union" ? type.types : [type]))
  const literals = members.filter((type) => type._tag === "Literal")
  const others = members.filter((type) => type._tag !== "Literal" && type._tag !== "Undefined")
  const tags = others.flatMap(tagOf)
  if (tags.length === others.length && tags.length > 1 && literals.length === 0) {
    return `an object whose _tag is one of ${tags.join(", ")}`
  }
  const named =
    literals.length > 1 ? [`one of ${listed(literals.map(expectedOf))}`] : literals.map(expectedOf)
  return [...new Set([...named, ...others.map(expectedOf)])].join(" or ")
}

/** Returns the expectation of the first check of a text or a number. */
const textOf = (ast: SchemaAST.AST): string | null => {
  const isChecked = ast._tag === "String" || ast._tag === "Number"
  const asked = isChecked ? ast.checks?.[0]?.annotations?.expected : undefined
  if (typeof asked !== "string") return null
  return asked.startsWith("at most ") ? `a string of ${asked}` : inWords(asked)
}

/** The maximum number of members that a message lists. */
const mostNamed = 30

const listed = (names: ReadonlyArray<string>): string =>
  names.length <= mostNamed
    ? names.join(", ")
    : `${names.slice(0, 3).join(", ")} and ${names.length - 3} more`

/** Returns the tag of a member of a tagged union. */
const tagOf = (ast: SchemaAST.AST): ReadonlyArray<string> => {
  if (ast._tag !== "Objects") return []
  const tag = ast.propertySignatures.find(({ name }) => name === "_tag")?.type
  return tag?._tag === "Literal" ? [String(tag.literal)] : []
}
