import { type Json, openApi30 } from "../openApi30.ts"

/**
 * Returns the document as the page shows it. The renderer resolves OpenAPI 3.0 several times as
 * fast as 3.1. The visitor may leave the idempotency key out.
 */
export const prepared = (document: Json): Json => {
  const older = openApi30(document, { keepUnions: true })
  const components = Object(older.components)
  const { IdempotencyKey: key, ...parameters } = Object(components.parameters)
  if (key === undefined) return older
  const description = `${key.description} If you leave it empty, this page sends a new one.`
  const optional = { ...key, required: false, description }
  return {
    ...older,
    components: { ...components, parameters: { ...parameters, IdempotencyKey: optional } }
  }
}
