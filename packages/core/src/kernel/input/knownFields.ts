import type { SchemaAST } from "effect"

/** Returns true if a value has only fields that its schema names, false if it can't tell. */
type Walk = (value: unknown) => boolean

/**
 * Returns a function that finds values without unknown fields. The schema's own check for unknown
 * fields takes several times as long as the rest of its checks. If this function returns true, that
 * check would find nothing.
 *
 * The function returns false if it can't tell: for objects in unions and in recursive schemas, and
 * for records whose names have rules. `ast` is the form that the value is decoded from.
 */
export const hasOnlyKnownFields = (ast: SchemaAST.AST): Walk => {
  if (ast._tag === "Objects") return walkOfFields(ast)
  if (ast._tag !== "Arrays" || ast.elements.length > 0) return isNoObject
  const item = ast.rest[0] === undefined ? isNoObject : hasOnlyKnownFields(ast.rest[0])
  return (value) => (Array.isArray(value) ? value.every(item) : isNoObject(value))
}

const walkOfFields = ({ propertySignatures, indexSignatures }: SchemaAST.Objects): Walk => {
  if (indexSignatures.length > 1) return isNoObject
  const [others] = indexSignatures
  if (others !== undefined && !isAnyName(others.parameter)) return isNoObject
  const fields = new Map<PropertyKey, Walk>(
    propertySignatures.map(({ name, type }) => [name, hasOnlyKnownFields(type)])
  )
  const other = others === undefined ? null : hasOnlyKnownFields(others.type)
  return (value) => {
    if (typeof value !== "object" || value === null) return true
    for (const name of Reflect.ownKeys(value)) {
      const walk = fields.get(name) ?? (typeof name === "string" ? other : null)
      if (walk === null || !walk(value[name as keyof typeof value])) return false
    }
    return true
  }
}

/** Returns true if a record may have any name. A name that breaks a rule is an unknown field. */
const isAnyName = (ast: SchemaAST.AST): boolean =>
  ast._tag === "String" && ast.checks === undefined && ast.encoding === undefined

const isNoObject: Walk = (value) => typeof value !== "object" || value === null
