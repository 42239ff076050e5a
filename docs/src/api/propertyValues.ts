import type { Example, PropertyValues } from "../../../packages/adapter-http/src/described.ts"
import { exampleValues } from "../../../packages/adapter-http/src/exampleValues.ts"
import type { JsonSchema, OpenApiDocument } from "../../../packages/cli/src/client/OpenApi.ts"

/** A request of an operation, and its answer. */
export interface Sample extends Example {
  readonly operation: string
  readonly query?: Readonly<Record<string, string>>
}

type Table = Record<string, Record<string, string | number | boolean>>

/**
 * Returns a real value of each property that the document's examples don't have. An error is a
 * sample of the operation `error`.
 */
export const propertyValues = (
  document: OpenApiDocument,
  samples: ReadonlyArray<Sample>
): PropertyValues => {
  const { schemas } = document.components
  const operations = Object.values(document.paths).flatMap(Object.values)
  const table: Table = {}
  for (const { operation, query, ...sample } of samples) {
    const values = exampleValues({ [operation]: sample }, operations as never, { ...schemas })
    const errors = operation === "error" ? { Error: [sample.answer] } : {}
    for (const [name, found] of Object.entries({ ...values, ...errors })) {
      collect(table, name, schemas[name] ?? {}, "", found)
      // An item of a list has the properties of the resource.
      const plain = name.replace(/^Listed/, "")
      if (plain !== name) collect(table, plain, schemas[plain] ?? {}, "", found)
    }
    const known = operations.find(({ operationId }) => operationId === operation)
    for (const { name = "", schema = {} } of known?.parameters ?? []) {
      const value = query?.[name]
      if (value !== undefined && schema.examples === undefined) {
        put(table, operation, name, schema.type === "integer" ? Number(value) : value)
      }
    }
  }
  return table
}

const put = (table: Table, name: string, path: string, value: unknown): void => {
  const own = table[name] ?? {}
  table[name] = own
  if (typeof value === "object" || value === undefined) return
  own[path] ??= value as string | number | boolean
}

const collect = (
  table: Table,
  name: string,
  schema: JsonSchema,
  path: string,
  found: ReadonlyArray<unknown>
): void => {
  for (const [key, inner] of Object.entries(schema.properties ?? {})) {
    const own = path === "" ? key : `${path}.${key}`
    const values = found
      .map((value): unknown => Object(value)[key])
      .filter((value) => value !== undefined && value !== null)
    if (inner.examples === undefined && inner.enum?.length !== 1) put(table, name, own, values[0])
    collect(table, name, inner, own, values)
  }
  const inside = found.flatMap((value) => Object.values(Object(value)))
  if (schema.items !== undefined) collect(table, name, schema.items, path, inside)
  if (typeof schema.additionalProperties === "object") {
    collect(table, name, schema.additionalProperties, path, inside)
  }
  for (const member of schema.anyOf ?? []) collect(table, name, member, path, found)
}
