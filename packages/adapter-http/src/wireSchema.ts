import { Schema } from "effect"

/** A JSON value with fields. */
export type Json = Readonly<Record<string, unknown>>

/** Schemas by the names that `$ref`s use. */
export type Components = Record<string, unknown>

/**
 * Returns a schema's wire form as JSON Schema. Schemas that it refers to go into the components.
 */
export const wireSchema = (
  schema: Schema.Codec<unknown, unknown>,
  components: Components,
  onExcessProperty: "ignore" | "error"
): Json => {
  const document = Schema.toJsonSchemaDocument(schema, {
    onExcessProperty,
    generateDescriptions: true,
    includeAnnotationKey: (key) => key === "inQuery" || key === "format"
  })
  const text = JSON.stringify({ schema: document.schema, definitions: document.definitions })
  const renamed = JSON.parse(
    text.replace(/"#\/\$defs\/(\w+?)(?:Encoded)?"/g, '"#/components/schemas/$1"'),
    (_key, value) => merged(value)
  ) as { readonly schema: Json; readonly definitions: Json }
  for (const [name, definition] of Object.entries(renamed.definitions)) {
    components[name.replace(/Encoded$/, "")] = definition
  }
  return renamed.schema
}

/**
 * Returns a schema whose further limits stand beside its type in place of in an `allOf`. People
 * read that more easily, and generators of clients make a plain type of it.
 */
const merged = (value: unknown): unknown => {
  if (typeof value !== "object" || value === null || !("allOf" in value)) return value
  const { allOf, ...own } = value as { readonly allOf: ReadonlyArray<Json> } & Json
  if (!("type" in own) || !allOf.every(isLimit)) return value
  const texts = [own, ...allOf].flatMap(({ description }) => description ?? [])
  const telling = [...new Set(texts)].filter((text) => text !== "an integer")
  return Object.assign({}, own, ...allOf, { description: telling.join("; ") })
}

/** The keywords that narrow a type, and the text that says how. */
const limits = new Set([
  "description",
  "minimum",
  "maximum",
  "minLength",
  "maxLength",
  "minItems",
  "maxItems",
  "pattern"
])

const isLimit = (schema: Json): boolean => Object.keys(schema).every((key) => limits.has(key))
