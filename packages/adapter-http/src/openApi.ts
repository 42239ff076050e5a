import { coreParts, type HttpRoute, type Services } from "@payloom/core"
import { described } from "./described.ts"
import { exampleValues } from "./exampleValues.ts"
import { examples } from "./generated/examples.ts"
import { propertyTexts } from "./generated/propertyTexts.ts"
import { propertyValues } from "./generated/propertyValues.ts"
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
  openApiDocumentWith({ texts: propertyTexts, examples, values: propertyValues }, parts)

/** Returns the document with the given texts and examples. */
export const openApiDocumentWith = (told: Told, parts: Services["parts"] = coreParts): Json => {
  const steps = documentSteps(told, parts)
  let step = steps.next()
  while (step.done !== true) step = steps.next()
  return step.value
}

/** Writes the document. Each step takes a few milliseconds at most. */
function* documentSteps(told: Told, parts: Services["parts"]): Generator<undefined, Json> {
  const { routes, tags, events } = parts
  const payerOperations = payerOperationsOf(parts)
  const components: Components = { Error: errorSchema }
  const writing = { ...told, components }
  const paths: Record<string, Record<string, Json>> = {}
  const add = ({ path, method }: HttpRoute | PayerOperation, operation: Json) => {
    paths[path] = { ...paths[path], [method.toLowerCase()]: operation }
  }
  for (const route of routes) {
    add(route, operationObject(route, writing))
    yield
  }
  for (const payers of payerOperations) {
    add(payers, payerOperationObject(payers, writing))
    yield
  }
  const ofEvents: Record<string, unknown> = {}
  for (const [type, event] of Object.entries(events)) {
    Object.assign(ofEvents, webhooks({ [type]: event }, components))
    yield
  }
  const values = exampleValues(
    told.examples,
    Object.values(paths).flatMap(Object.values),
    components
  )
  const schemas: Record<string, Json> = {}
  for (const [name, schema] of Object.entries(components)) {
    // The types of events differ in their resource only.
    const own = values[name] ?? (name.endsWith("Event") ? values.Event : undefined)
    schemas[name] = described(told, name, schema as Json, own)
    yield
  }
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
    webhooks: ofEvents,
    components: { ...sharedComponents, schemas }
  }
}

/** The longest time for which the event loop is held, in milliseconds. */
const sliceMs = 5

/** Writes the document in slices, so that other requests are answered meanwhile. */
const inSlices = async (parts: Services["parts"]): Promise<Json> => {
  const steps = documentSteps({ texts: propertyTexts, examples, values: propertyValues }, parts)
  let until = performance.now() + sliceMs
  let step = steps.next()
  while (step.done !== true) {
    if (performance.now() >= until) {
      await new Promise((goOn) => setTimeout(goOn, 0))
      until = performance.now() + sliceMs
    }
    step = steps.next()
  }
  return step.value
}

const written = new WeakMap<object, Promise<Json>>()

/**
 * Returns the document as JSON for a base path, `""` for none. It is written once per engine, for
 * the first request. Only `servers` differs between base paths.
 */
export const openApiText = async (parts: Services["parts"], basePath: string): Promise<string> => {
  const known = written.get(parts) ?? inSlices(parts)
  written.set(parts, known)
  const document = await known
  return JSON.stringify(basePath === "" ? document : { ...document, servers: [{ url: basePath }] })
}
