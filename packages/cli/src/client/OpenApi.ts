/** A JSON Schema, as far as documents of an API use it. */
export interface JsonSchema {
  readonly [keyword: string]: unknown
  readonly $ref?: string
  readonly type?: string
  readonly description?: string
  readonly format?: string
  readonly enum?: ReadonlyArray<string>
  readonly anyOf?: ReadonlyArray<JsonSchema>
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly required?: ReadonlyArray<string>
  readonly items?: JsonSchema
  readonly additionalProperties?: boolean | JsonSchema
}

interface Content {
  readonly content?: { readonly "application/json"?: { readonly schema?: JsonSchema } }
}

interface Parameter {
  readonly $ref?: string
  readonly name?: string
  readonly in?: string
  readonly required?: boolean
  readonly description?: string
  readonly schema?: JsonSchema
}

/** An operation of a document. */
export interface DocumentedOperation {
  readonly operationId: string
  readonly summary: string
  readonly description?: string
  readonly tags: ReadonlyArray<string>
  /** The resource and the operation by which the engine and its clients call it. */
  readonly "x-payloom-call"?: readonly [resource: string, operation: string]
  /** How to find out if a change was made whose answer was lost. */
  readonly "x-payloom-find-out"?: string
  readonly parameters?: ReadonlyArray<Parameter>
  readonly requestBody?: Content & { readonly required?: boolean }
  readonly responses: Readonly<Record<string, Content>>
}

/** An OpenAPI document of a Payloom server. */
export interface OpenApiDocument {
  readonly openapi: string
  readonly tags: ReadonlyArray<{ readonly name: string; readonly description?: string }>
  readonly paths: Readonly<Record<string, Readonly<Record<string, DocumentedOperation>>>>
  readonly webhooks?: Readonly<Record<string, { readonly post: { readonly requestBody: Content } }>>
  readonly components: { readonly schemas: Readonly<Record<string, JsonSchema>> }
}

/** An operation that a client has. */
export interface ClientOperation {
  readonly resource: string
  readonly name: string
  readonly method: "GET" | "POST" | "PATCH"
  readonly path: string
  readonly documented: DocumentedOperation
}

/** Returns the operations that clients of merchants have, in the order of the document. */
export const operationsOf = ({ paths }: OpenApiDocument): ReadonlyArray<ClientOperation> =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, documented]) => {
      const call = documented["x-payloom-call"]
      if (call === undefined) return []
      const [resource, name] = call
      const upper = method.toUpperCase() as ClientOperation["method"]
      return [{ resource, name, method: upper, path, documented }]
    })
  )

/** Returns the schema of a JSON body. Undefined if there is none. */
export const schemaOf = (content: Content | undefined): JsonSchema | undefined =>
  content?.content?.["application/json"]?.schema

/** Returns the schema of the items of a list. Undefined if the answer is no list. */
export const itemOf = (answer: JsonSchema | undefined): JsonSchema | undefined =>
  answer?.properties?.has_more === undefined ? undefined : answer.properties.data?.items

/** Returns true if a change takes an idempotency key. */
export const isKeyed = ({ parameters = [] }: DocumentedOperation): boolean =>
  parameters.some(({ $ref = "" }) => $ref.endsWith("/IdempotencyKey"))

/** Returns the parameters of the query as one schema. Undefined if there are none. */
export const querySchemaOf = ({ parameters = [] }: DocumentedOperation): JsonSchema | undefined => {
  const ofQuery = parameters.filter((parameter) => parameter.in === "query")
  if (ofQuery.length === 0) return undefined
  const properties = ofQuery.map(({ name = "", description, schema = {} }) => [
    name,
    { ...schema, ...(description === undefined ? {} : { description }) }
  ])
  return {
    type: "object",
    properties: Object.fromEntries(properties),
    required: ofQuery.filter(({ required }) => required === true).map(({ name = "" }) => name),
    additionalProperties: false
  }
}
