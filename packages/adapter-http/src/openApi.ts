import { coreParts, type HttpRoute, inputDecoder, isKeyed, type Services } from "@payloom/core"
import { Result, type Schema } from "effect"
import { described, type PropertyTexts } from "./described.ts"
import { errorSchema } from "./errorSchema.ts"
import { propertyTexts } from "./generated/propertyTexts.ts"
import { sharedComponents } from "./openApiComponents.ts"
import { type PayerOperation, payerOperationsOf } from "./payerSurface.ts"
import { webhooks, webhookTag } from "./webhookSection.ts"
import { type Components, type Json, wireSchema } from "./wireSchema.ts"

const parameterRef = (name: string): Json => ({ $ref: `#/components/parameters/${name}` })

const queryParameters = (
  { name: operation, query }: HttpRoute,
  components: Components,
  texts: PropertyTexts
): ReadonlyArray<Json> => {
  if (query === undefined) return []
  const plain = inlined(wireSchema(query.schema, components, "ignore"), components)
  const schema = described(texts, operation, plain)
  const properties = (schema.properties ?? {}) as Readonly<Record<string, Json>>
  const required = (schema.required ?? []) as ReadonlyArray<string>
  return Object.entries(properties).map(([name, { inQuery, description: text, ...property }]) => ({
    name,
    in: "query",
    required: required.includes(name),
    ...(text === undefined ? {} : { description: text }),
    // The type of a value, such as a number, although queries are text.
    schema: inQuery ?? property,
    ...(query.repeated.includes(name) ? { style: "form", explode: true } : {})
  }))
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

const errorResponses = (operation: HttpRoute): Json => ({
  400: { $ref: "#/components/responses/Error" },
  401: { $ref: "#/components/responses/Error" },
  403: { $ref: "#/components/responses/Error" },
  ...(operation.path.includes("{id}") ? { 404: { $ref: "#/components/responses/Error" } } : {}),
  ...(operation.method === "GET" ? {} : { 409: { $ref: "#/components/responses/Error" } }),
  422: { $ref: "#/components/responses/Error" },
  429: { $ref: "#/components/responses/Error" },
  503: { $ref: "#/components/responses/Error" },
  ...ownErrorResponses(operation)
})

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

const operationObject = (
  operation: HttpRoute,
  components: Components,
  texts: PropertyTexts
): Json => ({
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
    ...queryParameters(operation, components, texts)
  ],
  ...requestBody(operation.body, components),
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
        "application/json": { schema: answerSchema(operation, components, texts) }
      }
    },
    ...errorResponses(operation)
  }
})

/** A list is no component: it differs by its items. Components are described later. */
const answerSchema = (
  { output }: HttpRoute,
  components: Components,
  texts: PropertyTexts
): Json => {
  const schema = wireSchema(output.schema, components, "ignore")
  return "$ref" in schema ? schema : described(texts, "List", schema)
}

const payerOperationObject = (operation: PayerOperation, components: Components): Json => ({
  operationId: operation.name,
  summary: operation.summary,
  tags: ["Payer"],
  security: [{ publishableKey: [], sessionToken: [] }],
  ...requestBody(operation.body, components),
  responses: {
    200: {
      description: "The result. A declined payment is a result too.",
      headers: { "Request-Id": { $ref: "#/components/headers/RequestId" } },
      content: {
        "application/json": { schema: wireSchema(operation.output.schema, components, "ignore") }
      }
    },
    ...Object.fromEntries(
      ["400", "401", "403", "409", "422", "429", "503"].map((status) => [
        status,
        { $ref: "#/components/responses/Error" }
      ])
    )
  }
})

/** A body is optional if an empty one is valid: `bodyReader` treats both the same. */
const requestBody = (
  body: Schema.Codec<unknown, unknown> | undefined,
  components: Components
): Json =>
  body === undefined
    ? {}
    : {
        requestBody: {
          required: Result.isFailure(inputDecoder(body)({})),
          content: { "application/json": { schema: wireSchema(body, components, "error") } }
        }
      }

const payerTag: Json = {
  name: "Payer",
  description:
    "The operations of a payer's browser, in the one session of its token. A preflight is " +
    "answered to any origin, because it has no token. The request needs a known origin."
}

const description =
  "Payments that stay correct across crashes, timeouts and races. A declined payment is an " +
  "answer, not an error."

/**
 * Returns the OpenAPI 3.1 document of all operations over HTTP and of the webhooks. For an engine
 * with modules, pass its `services.parts`.
 */
export const openApiDocument = (parts: Services["parts"] = coreParts): Json =>
  openApiDocumentWith(propertyTexts, parts)

/** Returns the document with the given descriptions of properties. */
export const openApiDocumentWith = (
  texts: PropertyTexts,
  parts: Services["parts"] = coreParts
): Json => {
  const { routes, tags, events } = parts
  const payerOperations = payerOperationsOf(parts)
  const components: Components = { Error: errorSchema }
  const paths: Record<string, Record<string, unknown>> = {}
  const add = ({ path, method }: HttpRoute | PayerOperation, operation: Json) => {
    paths[path] = { ...paths[path], [method.toLowerCase()]: operation }
  }
  for (const route of routes) add(route, operationObject(route, components, texts))
  for (const payers of payerOperations) add(payers, payerOperationObject(payers, components))
  return {
    openapi: "3.1.0",
    info: {
      title: "Payloom",
      version: "0.1.0",
      description,
      license: { name: "MIT", identifier: "MIT" }
    },
    servers: [{ url: "/", description: "The server of this document" }],
    security: [{ secretKey: [] }],
    tags: [
      ...[...new Set(routes.map(({ tag }) => tag))].map((name) => ({
        name,
        description: tags[name]
      })),
      ...(payerOperations.length === 0 ? [] : [payerTag]),
      webhookTag
    ],
    paths,
    webhooks: webhooks(events, components),
    components: {
      ...sharedComponents,
      schemas: Object.fromEntries(
        Object.entries(components).map(([name, schema]) => [
          name,
          described(texts, name, schema as Json)
        ])
      )
    }
  }
}

const written = new WeakMap<object, string>()

/**
 * Returns the document as JSON for a base path, `""` for none. It is built once per engine. Only
 * `servers` differs between base paths.
 */
export const openApiText = (parts: Services["parts"], basePath: string): string => {
  const text = written.get(parts) ?? JSON.stringify(openApiDocument(parts))
  written.set(parts, text)
  return basePath === ""
    ? text
    : JSON.stringify({ ...JSON.parse(text), servers: [{ url: basePath }] })
}
