import { expect, it } from "vitest"
import { openApiDocument } from "./openApi.ts"
import type { Json } from "./wireSchema.ts"

interface Schema {
  readonly $ref?: string
  readonly type?: string
  readonly const?: unknown
  readonly enum?: ReadonlyArray<unknown>
  readonly examples?: ReadonlyArray<unknown>
  readonly properties?: Readonly<Record<string, Schema>>
  readonly items?: Schema
  readonly additionalProperties?: boolean | Schema
  readonly anyOf?: ReadonlyArray<Schema>
}

const document = openApiDocument() as unknown as {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Json>>>>
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> }
}

const insideOf = ({ items, additionalProperties, anyOf = [] }: Schema): ReadonlyArray<Schema> => [
  ...(items === undefined ? [] : [items]),
  ...(typeof additionalProperties === "object" ? [additionalProperties] : []),
  ...anyOf
]

/** Returns true if a value is one text, number or boolean of several. Others need no example. */
const needsExample = (schema: Schema): boolean => {
  const { $ref, type, properties, enum: members, anyOf } = schema
  if ($ref !== undefined || properties !== undefined || "const" in schema) return false
  if (anyOf !== undefined) return anyOf.some(needsExample)
  return members?.length !== 1 && ["string", "integer", "number", "boolean"].includes(type ?? "")
}

const withoutExample = (schema: Schema, path: string): ReadonlyArray<string> => [
  ...Object.entries(schema.properties ?? {}).flatMap(([name, property]) => [
    ...(needsExample(property) && property.examples === undefined ? [`${path}.${name}`] : []),
    ...withoutExample(property, `${path}.${name}`)
  ]),
  ...insideOf(schema).flatMap((inner) => withoutExample(inner, path))
]

/** Values that the sandbox has in no answer of this API. */
const known = [
  "Capture.failure_reason",
  "CheckoutResult.action.kind",
  "ConfirmSession.three_ds_session_id",
  "CreatePayment.checkout_session",
  "Increment.failure_reason",
  "PayerSession.method_fields.options.code",
  "PayerSession.method_fields.options.name",
  "PayerSession.method_fields.value",
  "Void.failure_reason"
]

it("the document has an example of every property, but for a few", () => {
  const found = Object.entries(document.components.schemas)
    .filter(([name]) => !name.endsWith("Event") || name === "Event")
    .flatMap(([name, schema]) => withoutExample(schema, name))
  expect(found.filter((path) => path !== "Event.delivered_at").toSorted()).toEqual(known)
})

const queryParameters = Object.values(document.paths)
  .flatMap((path) => Object.values(path))
  .flatMap(({ operationId, parameters = [] }) =>
    (parameters as ReadonlyArray<Json>).map((parameter) => ({ operationId, ...parameter }))
  )
  .filter((parameter: Json) => parameter.in === "query")

it("the document has an example of every query parameter", () => {
  expect(queryParameters.length).toBeGreaterThan(40)
  const missing = queryParameters.filter(({ schema }: Json) => !("examples" in Object(schema)))
  expect(missing.map(({ operationId, name }: Json) => `${operationId} ${name}`)).toEqual([])
})

it("the example of a parameter that repeats is a list", () => {
  const repeating = queryParameters.filter((parameter: Json) => parameter.explode === true)
  expect(repeating.length).toBeGreaterThan(5)
  for (const { schema } of repeating as ReadonlyArray<Json>) {
    expect(schema).toMatchObject({ type: "array", examples: [[expect.any(String)]] })
  }
})
