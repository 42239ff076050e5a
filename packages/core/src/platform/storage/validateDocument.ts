import { Schema } from "effect"

/**
 * Returns true if a value matches a schema. If it replaces a valid value, only changes are checked.
 */
export type ValidatesDocument = (row: unknown, before?: unknown) => boolean

/**
 * Creates a validator of whole rows. If a row replaces a valid row, it only checks the fields that
 * differ, because most updates change few fields and the cost of checks adds up.
 */
export const validateDocument = (type: Schema.Schema<unknown>): ValidatesDocument => {
  const isWhole = Schema.is(type)
  const { ast } = type
  if (ast._tag !== "Objects" || ast.checks !== undefined) return (row) => isWhole(row)
  const fields = ast.propertySignatures.map(({ name, type: field }) => ({
    name,
    conforms: Schema.is(Schema.make(field))
  }))
  return (row, before) => {
    if (!isObject(before) || !isObject(row)) return isWhole(row)
    return fields.every(({ name, conforms }) => {
      const value = row[name]
      if (Object.is(value, before[name]) && name in row === name in before) return true
      return name in row ? conforms(value) : isWhole(row)
    })
  }
}

const isObject = (value: unknown): value is Record<PropertyKey, unknown> =>
  typeof value === "object" && value !== null
