import { type HttpRoute, inputDecoder, isKeyed } from "@payloom/core"
import { Result } from "effect"
import { type Describing, described, type Examples } from "./described.ts"
import { errorRef } from "./openApiErrors.ts"
import type { PayerOperation } from "./PayerOperation.ts"
import { type Components, type Json, wireSchema } from "./wireSchema.ts"

/** The texts and the examples of the document. */
export interface Told extends Describing {
  readonly examples: Examples
}

/** A document that is being written. Its components are collected. */
export interface Writing extends Told {
  readonly components: Components
}

const parameterRef = (name: string): Json => ({ $ref: `#/components/parameters/${name}` })

const queryParameters = (
  { name: operation, query }: Pick<HttpRoute, "name" | "query">,
  writing: Writing
): ReadonlyArray<Json> => {
  const { components } = writing
  if (query === undefined) return []
  const plain = inlined(wireSchema(query.schema, components, "ignore"), components)
  const schema = described(writing, operation, plain)
  const properties = (schema.properties ?? {}) as Readonly<Record<string, Json>>
  const required = (schema.required ?? []) as ReadonlyArray<string>
  return Object.entries(properties).map(
    ([name, { inQuery, description: text, examples, ...property }]) => {
      const repeats = query.repeated.includes(name)
      const value = (examples as ReadonlyArray<unknown> | undefined)?.[0]
      return {
        name,
        in: "query",
        required: required.includes(name),
        ...(text === undefined ? {} : { description: text }),
        // The type of a value, such as a number, although queries are text.
        schema: {
          ...((inQuery as Json | undefined) ?? property),
          ...(value === undefined ? {} : { examples: repeats ? [[value]] : [value] })
        },
        ...(repeats ? { style: "form", explode: true } : {})
      }
    }
  )
}

/** A query's schema is removed from the components, because its properties become parameters. */
const inlined = (schema: Json, components: Components): Json => {
  const name = String(schema.$ref ?? "")
    .split("/")
    .at(-1)
  if (name === undefined || name === "") return schema
  const definition = components[name] as Json
  delete components[name]
  return definition
}

/** The path or the body of a request may name a resource that doesn't exist. */
const mayFindNothing = ({ path, body }: HttpRoute | PayerOperation): boolean =>
  path.includes("{id}") || body !== undefined

const errorResponses = (operation: HttpRoute): Json => {
  const statuses = [
    "400",
    "401",
    "403",
    ...(mayFindNothing(operation) ? ["404"] : []),
    ...(operation.method === "GET" ? [] : ["409", "413"]),
    "422",
    "429",
    "500",
    "503"
  ]
  return {
    ...Object.fromEntries(statuses.map((status) => [status, errorRef(status)])),
    ...ownErrorResponses(operation)
  }
}

/** The errors of the operation itself, by their status, with their codes. */
const ownErrorResponses = ({ errors = [] }: HttpRoute): Json =>
  Object.fromEntries(
    [...Map.groupBy(errors, ({ status }) => status)].map(([status, own]) => [
      status,
      {
        description: own.map(({ code, when }) => `\`${code}\`: ${when}`).join("\n\n"),
        content: { "application/json": { schema: { $ref: "#/components/schemas/Error" } } }
      }
    ])
  )

/** Returns the description of an operation of merchants. */
export const operationObject = (operation: HttpRoute, writing: Writing): Json => ({
  operationId: operation.name,
  summary: operation.summary,
  ...(operation.description === undefined ? {} : { description: operation.description }),
  tags: [operation.tag],
  "x-payloom-call": operation.calls,
  ...(operation.findOut === undefined ? {} : { "x-payloom-find-out": operation.findOut }),
  parameters: [
    ...(operation.path.includes("{id}") ? [parameterRef("id")] : []),
    parameterRef("ServiceVersion"),
    ...(isKeyed(operation) ? [parameterRef("IdempotencyKey")] : []),
    ...queryParameters(operation, writing)
  ],
  ...requestBody(operation, writing),
  responses: {
    200: {
      description:
        operation.tag === "Payments"
          ? "The result. A declined payment is a result too."
          : "The result.",
      headers: {
        "Request-Id": { $ref: "#/components/headers/RequestId" },
        ...(isKeyed(operation)
          ? { "Idempotent-Replay": { $ref: "#/components/headers/IdempotentReplay" } }
          : {})
      },
      content: {
        "application/json": {
          schema: answerSchema(operation, writing),
          ...exampleOf(writing.examples[operation.name]?.answer)
        }
      }
    },
    ...errorResponses(operation)
  }
})

/** A list is no component: it differs by its items. Components are described later. */
const answerSchema = ({ output }: Pick<HttpRoute, "output">, writing: Writing): Json => {
  const schema = wireSchema(output.schema, writing.components, "ignore")
  return "$ref" in schema ? schema : described(writing, "List", schema)
}

/** Returns the description of an operation of payers. */
export const payerOperationObject = (operation: PayerOperation, writing: Writing): Json => ({
  operationId: operation.name,
  summary: operation.summary,
  ...(operation.description === undefined ? {} : { description: operation.description }),
  tags: [operation.tag],
  security: [{ publishableKey: [], sessionToken: [] }],
  parameters: [
    ...(operation.path.includes("{id}") ? [parameterRef("id")] : []),
    ...queryParameters(operation, writing)
  ],
  ...requestBody(operation, writing),
  responses: {
    200: {
      description: "The result. A declined payment is a result too.",
      headers: { "Request-Id": { $ref: "#/components/headers/RequestId" } },
      content: {
        "application/json": {
          schema: answerSchema(operation, writing),
          ...exampleOf(writing.examples[operation.name]?.answer)
        }
      }
    },
    ...Object.fromEntries(payerStatuses(operation).map((status) => [status, errorRef(status)]))
  }
})

const payerStatuses = ({ path }: PayerOperation): ReadonlyArray<string> => [
  ...["400", "401", "403"],
  ...(path.includes("{id}") ? ["404"] : []),
  ...["409", "413", "422", "429", "500", "503"]
]

/** A body is optional if an empty one is valid: `bodyReader` treats both the same. */
const requestBody = (
  { name, body }: HttpRoute | PayerOperation,
  { components, examples }: Writing
): Json =>
  body === undefined
    ? {}
    : {
        requestBody: {
          required: Result.isFailure(inputDecoder(body)({})),
          content: {
            "application/json": {
              schema: wireSchema(body, components, "error"),
              ...exampleOf(examples[name]?.request)
            }
          }
        }
      }

const exampleOf = (example: unknown): Json => (example === undefined ? {} : { example })
