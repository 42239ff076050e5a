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
    includeAnnotationKey: (key) => key === "inQuery"
  })
  const text = JSON.stringify({ schema: document.schema, definitions: document.definitions })
  const renamed = JSON.parse(
    text.replace(/"#\/\$defs\/(\w+?)(?:Encoded)?"/g, '"#/components/schemas/$1"')
  ) as { readonly schema: Json; readonly definitions: Json }
  for (const [name, definition] of Object.entries(renamed.definitions)) {
    components[name.replace(/Encoded$/, "")] = definition
  }
  return renamed.schema
}
