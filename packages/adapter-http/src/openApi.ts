import { coreParts, type HttpRoute, type Services } from "@payloom/core"
import { described } from "./described.ts"
import { exampleValues } from "./exampleValues.ts"
import { examples } from "./generated/examples.ts"
import { propertyTexts } from "./generated/propertyTexts.ts"
import { sharedComponents } from "./openApiComponents.ts"
import { errorSchema } from "./openApiErrors.ts"
import { operationObject, payerOperationObject, type Told } from "./openApiOperations.ts"
import type { PayerOperation } from "./PayerOperation.ts"
import { payerOperationsOf } from "./payerSurface.ts"
import { webhooks, webhookTag } from "./webhookSection.ts"
import type { Components, Json } from "./wireSchema.ts"

const payerTags: ReadonlyArray<Json> = [
  {
    name: "Payer",
    description:
      "The operations of a payer's browser, in the one session of its token. A preflight is " +
      "answered to any origin, because it has no token. The request needs a known origin."
  },
  {
    name: "Customer portal",
    description:
      "The operations of a customer's browser, in the portal session of its token. All is about " +
      "the one customer of the session. Every change is safe to repeat."
  }
]

const description =
  "Payments that stay correct across crashes, timeouts and races. A declined payment is an " +
  "answer, not an error."

/**
 * Returns the OpenAPI 3.1 document of all operations over HTTP and of the webhooks. For an engine
 * with modules, pass its `services.parts`.
 */
export const openApiDocument = (parts: Services["parts"] = coreParts): Json =>
  openApiDocumentWith({ texts: propertyTexts, examples }, parts)

/** Returns the document with the given texts and examples. */
export const openApiDocumentWith = (told: Told, parts: Services["parts"] = coreParts): Json => {
  const { routes, tags, events } = parts
  const payerOperations = payerOperationsOf(parts)
  const components: Components = { Error: errorSchema }
  const writing = { ...told, components }
  const paths: Record<string, Record<string, Json>> = {}
  const add = ({ path, method }: HttpRoute | PayerOperation, operation: Json) => {
    paths[path] = { ...paths[path], [method.toLowerCase()]: operation }
  }
  for (const route of routes) add(route, operationObject(route, writing))
  for (const payers of payerOperations) add(payers, payerOperationObject(payers, writing))
  const values = exampleValues(told.examples, Object.values(paths).flatMap(Object.values))
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
      ...payerTags.filter(({ name }) => payerOperations.some(({ tag }) => tag === name)),
      webhookTag
    ],
    paths,
    webhooks: webhooks(events, components),
    components: {
      ...sharedComponents,
      schemas: Object.fromEntries(
        Object.entries(components).map(([name, schema]) => [
          name,
          described(told.texts, name, schema as Json, values[name])
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
