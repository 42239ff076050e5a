import type { PagedList } from "../checkCursors.ts"

/** A JSON object. */
export type Json = Readonly<Record<string, unknown>>

/** The credentials that an operation takes. */
export type Surface = "merchant" | "checkout" | "portal"

/** An operation, as the OpenAPI document describes it. */
export interface HttpOperation {
  /** Such as `POST /payments/{id}/capture`. */
  readonly name: string
  readonly method: string
  /** Contains `{id}` in place of an id. */
  readonly path: string
  /** The operation of the library, such as `payments.capture`. */
  readonly calls: string
  readonly surface: Surface
  readonly takesKey: boolean
  /** The names of the parameters of its query that take any text. */
  readonly filters: ReadonlyArray<string>
  /** The values of `expand` that it takes. */
  readonly expansions: ReadonlyArray<string>
  /** The paths of the fields of its body that take any text, such as `billing.email`. */
  readonly fields: ReadonlyArray<string>
  /** The directions in which a list is read in pages. */
  readonly directions: PagedList["directions"]
}

/** The operations of payers in the library. The document doesn't name them. */
const payerCalls: Readonly<Record<string, string>> = {
  readSession: "payer.read",
  confirmSession: "payer.confirm",
  sessionStatus: "payer.status",
  readPortal: "portal.read",
  listPortalInstruments: "portal.listInstruments",
  listPortalSubscriptions: "portal.listSubscriptions",
  listReceipts: "portal.listReceipts",
  retrieveReceipt: "portal.receipt",
  addPortalInstrument: "portal.addInstrument",
  makePortalInstrumentDefault: "portal.makeDefault",
  removePortalInstrument: "portal.removeInstrument",
  cancelPortalSubscription: "portal.cancel",
  undoPortalCancellation: "portal.undoCancel",
  pausePortalSubscription: "portal.pause",
  resumePortalSubscription: "portal.resume",
  movePortalSubscription: "portal.changeInstrument",
  payPortalOverdue: "portal.payOverdue"
}

/** Reads the operations of an OpenAPI document. Throws if it has one that is not known here. */
export const operationsIn = (document: Json): ReadonlyArray<HttpOperation> =>
  Object.entries(document.paths as Record<string, Record<string, Json>>).flatMap(([path, item]) =>
    Object.entries(item).map(([method, described]) =>
      operationOf(document, path, method.toUpperCase(), described)
    )
  )

const operationOf = (
  document: Json,
  path: string,
  method: string,
  described: Json
): HttpOperation => {
  const { operationId, "x-payloom-call": call } = described
  const calls = Array.isArray(call) ? call.join(".") : payerCalls[String(operationId)]
  if (calls === undefined) throw new Error(`${operationId} is no operation that is known here.`)
  const [service] = calls.split(".")
  const surfaces: Readonly<Record<string, Surface>> = { payer: "checkout", portal: "portal" }
  const parameters = (described.parameters as ReadonlyArray<Json>).map((one) =>
    resolved(document, one)
  )
  const query = parameters.filter((parameter) => parameter.in === "query")
  const { requestBody } = described as { readonly requestBody?: { readonly content: Json } }
  const body = requestBody?.content["application/json"] as { readonly schema: Json } | undefined
  const names = query.map(({ name }) => String(name))
  return {
    name: `${method} ${path}`,
    method,
    path,
    calls,
    surface: surfaces[service ?? ""] ?? "merchant",
    takesKey: parameters.some(({ name }) => name === "Idempotency-Key"),
    filters: query.filter(({ schema }) => takesText(document, schema as Json)).flatMap(nameOf),
    expansions: query.flatMap(({ name, schema }) => (name === "expand" ? valuesIn(schema) : [])),
    fields: body === undefined ? [] : fieldsIn(document, body.schema, 0),
    directions: [
      ...(names.includes("starting_after") ? (["startingAfter"] as const) : []),
      ...(names.includes("ending_before") ? (["endingBefore"] as const) : [])
    ]
  }
}

const cursors = ["starting_after", "ending_before", "cursor", "limit"]

const nameOf = ({ name }: Json): ReadonlyArray<string> =>
  cursors.includes(String(name)) ? [] : [String(name)]

/** Follows a reference into the document. */
const resolved = (document: Json, schema: Json): Json => {
  const { $ref } = schema
  if (typeof $ref !== "string") return schema
  const found = $ref
    .slice(2)
    .split("/")
    .reduce<unknown>((value, name) => Object(value)[name], document)
  return found as Json
}

const takesText = (document: Json, schema: Json): boolean => {
  const { type, enum: values } = resolved(document, schema)
  return type === "string" && values === undefined
}

/** Returns all values of the enumerations in a schema. */
const valuesIn = (schema: unknown): ReadonlyArray<string> => {
  if (typeof schema !== "object" || schema === null) return []
  const { enum: values } = schema as { readonly enum?: ReadonlyArray<string> }
  return values ?? Object.values(schema).flatMap(valuesIn)
}

const deepest = 3

/** Returns the paths of the texts in an object. Objects in lists are left out. */
const fieldsIn = (document: Json, given: Json, depth: number): ReadonlyArray<string> => {
  const { properties = {} } = resolved(document, given) as { readonly properties?: Json }
  return Object.entries(properties as Record<string, Json>).flatMap(([name, schema]) => {
    if (takesText(document, schema)) return [name]
    if (depth === deepest) return []
    return fieldsIn(document, schema, depth + 1).map((path) => `${name}.${path}`)
  })
}
