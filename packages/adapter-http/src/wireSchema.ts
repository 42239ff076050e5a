import { Schema } from "effect"

/** A JSON value with fields. */
export type Json = Readonly<Record<string, unknown>>

/** Schemas that were met, by the names they are referred to with. */
export type Components = Record<string, unknown>

/** A schema's wire form as JSON Schema; what it refers to goes into the components. */
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
