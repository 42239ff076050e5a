/** A JSON value with fields. */
export type Json = Readonly<Record<string, unknown>>

/** An operation of the OpenAPI document. */
export interface ApiOperation {
  readonly name: string
  readonly method: string
  /** The path with `{id}` in it, if it has one. */
  readonly path: string
  /** The names of the security schemes, such as `secretKey`. */
  readonly security: ReadonlyArray<string>
  readonly query: ReadonlyArray<Json>
  /** True if it needs an idempotency key. */
  readonly isKeyed: boolean
  /** The schema of the body. Null without a body. */
  readonly body: Json | null
  /** An example of the body. */
  readonly example: unknown
  /** The documented statuses. */
  readonly statuses: ReadonlySet<number>
}

/** Returns a value as an object. Anything else becomes an empty object. */
export const fieldsOf = (value: unknown): Json =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Json) : {}

const listOf = (value: unknown): ReadonlyArray<unknown> => (Array.isArray(value) ? value : [])

/** Returns what a `$ref` of the document refers to, or the value itself. */
export const resolved = (document: Json, value: unknown): Json => {
  const { $ref } = fieldsOf(value)
  if (typeof $ref !== "string") return fieldsOf(value)
  return resolved(
    document,
    $ref
      .slice(2)
      .split("/")
      .reduce<unknown>((found, name) => fieldsOf(found)[name.replaceAll("~1", "/")], document)
  )
}

/** Returns the operations of an OpenAPI document, in its order. */
export const operationsOf = (document: Json): ReadonlyArray<ApiOperation> =>
  Object.entries(fieldsOf(document.paths)).flatMap(([path, methods]) =>
    Object.entries(fieldsOf(methods)).map(([method, described]) =>
      operationOf(document, path, method, fieldsOf(described))
    )
  )

const operationOf = (document: Json, path: string, method: string, described: Json) => {
  const parameters = listOf(described.parameters).map((one) => resolved(document, one))
  const content = fieldsOf(fieldsOf(described.requestBody).content)
  const { schema, example } = fieldsOf(content["application/json"])
  const security = listOf(described.security ?? document.security).flatMap((scheme) =>
    Object.keys(fieldsOf(scheme))
  )
  return {
    name: String(described.operationId),
    method: method.toUpperCase(),
    path,
    security,
    query: parameters.filter((parameter) => parameter.in === "query"),
    isKeyed: parameters.some(({ name }) => name === "Idempotency-Key"),
    body: schema === undefined ? null : fieldsOf(schema),
    example,
    statuses: new Set(Object.keys(fieldsOf(described.responses)).map(Number))
  }
}
