import { Schema } from "effect"

/** Whether a value is of a schema; of one that follows one that is, what changed is looked at. */
export type ValidatesDocument = (row: unknown, before?: unknown) => boolean

/**
 * Looks at whole rows. Of a row that follows one which conforms it looks at the fields that differ
 * alone: rows are mostly changed in a few of their fields, and checks of them add up.
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
