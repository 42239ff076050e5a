import { inputDecoder, serviceVersions } from "@payloom/core"
import { Result, type Schema } from "effect"
import type { QueryShape, SealedOperation } from "./Operation.ts"
import { type PayerOperation, payerOperations } from "./payerSurface.ts"
import { operations } from "./routes.ts"
import { webhookParameters, webhookResponses, webhooks, webhookTag } from "./webhookSection.ts"
import { type Components, type Json, wireSchema } from "./wireSchema.ts"

const parameterRef = (name: string): Json => ({ $ref: `#/components/parameters/${name}` })

const queryParameters = (
  query: QueryShape<unknown> | undefined,
  components: Components
): ReadonlyArray<Json> => {
  if (query === undefined) return []
  const schema = inlined(wireSchema(query.schema, components, "ignore"), components)
  const properties = (schema.properties ?? {}) as Readonly<Record<string, Json>>
  const required = (schema.required ?? []) as ReadonlyArray<string>
  return Object.entries(properties).map(([name, { inQuery, ...property }]) => ({
    name,
    in: "query",
    required: required.includes(name),
    // What is no text inside is none in the document either, though a query is written as text.
    schema: inQuery ?? property,
    ...(query.repeated.includes(name) ? { style: "form", explode: true } : {})
  }))
}

/** Query objects are no components of their own: their properties become parameters. */
const inlined = (schema: Json, components: Components): Json => {
  const name = String(schema.$ref ?? "")
    .split("/")
    .at(-1)
  if (name === undefined || name === "") return schema
  const definition = components[name] as Json
  delete components[name]
  return definition
}

const errorResponses = (operation: SealedOperation): Json => ({
  400: { $ref: "#/components/responses/Error" },
  401: { $ref: "#/components/responses/Error" },
  403: { $ref: "#/components/responses/Error" },
  ...(operation.path.includes("{id}") ? { 404: { $ref: "#/components/responses/Error" } } : {}),
  ...(operation.method === "GET" ? {} : { 409: { $ref: "#/components/responses/Error" } }),
  422: { $ref: "#/components/responses/Error" },
  429: { $ref: "#/components/responses/Error" },
  503: { $ref: "#/components/responses/Error" }
})

const operationObject = (operation: SealedOperation, components: Components): Json => ({
  operationId: operation.name,
  summary: operation.summary,
  ...(operation.description === undefined ? {} : { description: operation.description }),
  tags: [operation.tag],
  parameters: [
    ...(operation.path.includes("{id}") ? [parameterRef("id")] : []),
    parameterRef("ServiceVersion"),
    ...(operation.isKeyed ? [parameterRef("IdempotencyKey")] : []),
    ...queryParameters(operation.query, components)
  ],
  ...requestBody(operation.body, components),
  responses: {
    200: {
      description: "What was asked for. A declined payment is one too.",
      headers: {
        "Request-Id": { $ref: "#/components/headers/RequestId" },
        ...(operation.isKeyed
          ? { "Idempotent-Replay": { $ref: "#/components/headers/IdempotentReplay" } }
          : {})
      },
      content: {
        "application/json": { schema: wireSchema(operation.output.schema, components, "ignore") }
      }
    },
    ...errorResponses(operation)
  }
})

const payerOperationObject = (operation: PayerOperation, components: Components): Json => ({
  operationId: operation.name,
  summary: operation.summary,
  tags: ["Payer"],
  security: [{ publishableKey: [], sessionToken: [] }],
  ...requestBody(operation.body, components),
  responses: {
    200: {
      description: "What was asked for. A declined payment is one too.",
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

/** A body may be absent where an empty one is taken: both are the same to `bodyReader`. */
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

const sharedParameters: Json = {
  id: {
    name: "id",
    in: "path",
    required: true,
    description: "The id of the resource.",
    schema: { type: "string" }
  },
  ServiceVersion: {
    name: "Service-Version",
    in: "header",
    required: false,
    description: "The API revision to answer in; the account's pinned one without it.",
    schema: { type: "string", enum: [...serviceVersions] }
  },
  IdempotencyKey: {
    name: "Idempotency-Key",
    in: "header",
    required: true,
    description:
      "Sent once. For 24 hours the same key, path and body answer the same; the order of a " +
      "body's keys and its white space don't count.",
    schema: { type: "string", minLength: 1, maxLength: 255 }
  }
}

const errorSchema: Json = {
  type: "object",
  required: ["error"],
  properties: {
    error: {
      type: "object",
      required: ["type", "code", "message", "request_id"],
      properties: {
        type: { type: "string" },
        code: { type: "string" },
        message: { type: "string" },
        param: { type: "string", description: "The field that is to blame." },
        request_id: { type: "string", description: "To quote to support." }
      }
    }
  }
}

/** What the operations of a tag have to do with each other. */
const tagDescriptions: Readonly<Record<string, string>> = {
  Payments: "One intent to pay each: charged, captured, voided, and read back with its attempts.",
  Refunds: "Captured money given back, in full or in parts.",
  "Checkout sessions": "What a payer is asked to pay; created by the server, paid in a browser.",
  Payer:
    "What a payer's browser does, in the one session that its token names. A preflight is " +
    "answered to any origin, since it bears no token yet; the request only to the account's.",
  Customers: "Who pays, as the merchant knows them. Updates never change what risk counts.",
  "Payment instruments": "Saved cards: described and charged by their ids, never by their numbers.",
  Plans: "What is sold again and again: at which price, and how often. Neither ever changes.",
  Subscriptions:
    "Who pays again and again, on which saved card, and the billing cycles in which they do. One " +
    "changes by itself too, with each charge: see the subscription events.",
  Disputes:
    "What payers take back of payments, or ask about. Providers make them and move them on: they " +
    "can only be read.",
  Events: "What happened, in the form in which webhooks tell it: for a time in which nobody heard."
}

const description =
  "Payments that stay right through crashes, timeouts and races. A declined payment is an " +
  "answer, not an error."

/** The OpenAPI 3.1 document of the merchant surface, made from the table of operations. */
export const openApiDocument = (): Json => {
  const components: Components = { Error: errorSchema }
  const paths: Record<string, Record<string, unknown>> = {}
  for (const operation of operations) {
    paths[operation.path] = {
      ...paths[operation.path],
      [operation.method.toLowerCase()]: operationObject(operation, components)
    }
  }
  for (const operation of payerOperations) {
    paths[operation.path] = {
      ...paths[operation.path],
      [operation.method.toLowerCase()]: payerOperationObject(operation, components)
    }
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "Payloom",
      version: "0.1.0",
      description,
      license: { name: "MIT", identifier: "MIT" }
    },
    servers: [{ url: "/", description: "Where this document was read from" }],
    security: [{ secretKey: [] }],
    tags: [
      ...[...new Set(operations.map(({ tag }) => tag)), "Payer"].map((name) => ({
        name,
        description: tagDescriptions[name]
      })),
      webhookTag
    ],
    paths,
    webhooks: webhooks(components),
    components: {
      securitySchemes: {
        secretKey: { type: "http", scheme: "bearer", description: "sk_test_… or sk_live_…" },
        publishableKey: { type: "http", scheme: "bearer", description: "pk_test_… or pk_live_…" },
        sessionToken: {
          type: "apiKey",
          in: "header",
          name: "Session-Token",
          description: "Shown once, when the checkout session is created."
        }
      },
      parameters: { ...sharedParameters, ...webhookParameters },
      headers: {
        RequestId: { description: "To quote to support.", schema: { type: "string" } },
        IdempotentReplay: {
          description: "true where an earlier answer was repeated.",
          schema: { type: "string" }
        }
      },
      responses: {
        Error: {
          description: "Refused; nothing but what the error says has happened.",
          content: { "application/json": { schema: { $ref: "#/components/schemas/Error" } } }
        },
        ...webhookResponses
      },
      schemas: components
    }
  }
}

let written: string | undefined

/**
 * The document as it is served below a base path, `""` for none. It is made once in a process: it's
 * the same for every engine, but for where its paths begin.
 */
export const openApiText = (basePath: string): string => {
  written ??= JSON.stringify(openApiDocument())
  return basePath === ""
    ? written
    : JSON.stringify({ ...JSON.parse(written), servers: [{ url: basePath }] })
}
