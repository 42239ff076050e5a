import {
  type ClientOperation,
  type DocumentedOperation,
  isKeyed,
  itemOf,
  type JsonSchema,
  type OpenApiDocument,
  operationsOf,
  querySchemaOf,
  schemaOf
} from "./OpenApi.ts"
import { typesOf } from "./typesOf.ts"

/** The texts of a client's files. */
export interface WrittenClient {
  /** The interfaces of the operations, and of what is sent and answered. */
  readonly api: string
  /** The table from which the operations are carried out. */
  readonly operations: string
}

/** Writes the types and the operations of a client from an OpenAPI document. */
export const writeClient = async (document: OpenApiDocument): Promise<WrittenClient> => {
  const operations = operationsOf(document)
  const own = operations.flatMap(({ documented }) => ownSchemasOf(documented))
  const { Error: error, ...schemas } = document.components.schemas
  const parts = [
    resourcesOf(document, operations),
    await typesOf({ ...schemas, ...Object.fromEntries(own) }),
    eventsOf(document),
    errorCodesOf(error)
  ]
  return { api: parts.join("\n"), operations: tableOf(operations) }
}

/** Writes the events of webhooks as one type. */
const eventsOf = ({ webhooks = {} }: OpenApiDocument): string => {
  const types = Object.values(webhooks).map(({ post }) =>
    typeName(schemaOf(post.requestBody) ?? {}, untyped)
  )
  const union = types.length === 0 ? "never" : types.join(" | ")
  const text = "An event as webhooks receive it. `type` determines `data.object`."
  return `${comment(text)}export type WebhookEvent = ${union}\n\n`
}

/** Writes the codes of errors as a type. */
const errorCodesOf = (error: JsonSchema | undefined): string => {
  const code = error?.properties?.error?.properties?.code
  const known = code?.anyOf?.[0]?.enum ?? []
  const union = known.map((one) => JSON.stringify(one)).join(" | ")
  const text = "The codes of errors that this release knows."
  return `${comment(text)}export type ErrorCode = ${union === "" ? "never" : union}\n`
}

const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

const untyped = "Readonly<Record<string, unknown>>"

/** The names of the schemas that an operation has of its own, because they are no components. */
const namesOf = ({ operationId }: DocumentedOperation) => ({
  input: capitalized(operationId),
  answer: `${capitalized(operationId)}Answer`,
  item: `${capitalized(operationId)}Item`
})

/** Returns the query of an operation, and the schemas of modules that have no names. */
const ownSchemasOf = (
  documented: DocumentedOperation
): ReadonlyArray<readonly [name: string, schema: JsonSchema]> => {
  const { input, answer, item } = namesOf(documented)
  const given = schemaOf(documented.requestBody) ?? querySchemaOf(documented)
  const answered = schemaOf(documented.responses["200"])
  const items = itemOf(answered)
  const all = [
    [input, given],
    [answer, items === undefined ? answered : undefined],
    [item, items]
  ] as const
  return all.flatMap(([name, schema]) =>
    schema === undefined || schema.$ref !== undefined ? [] : [[name, schema] as const]
  )
}

const typeName = ({ $ref }: JsonSchema, otherwise: string): string =>
  ($ref ?? "").split("/").at(-1) || otherwise

const byResource = (operations: ReadonlyArray<ClientOperation>) => [
  ...Map.groupBy(operations, ({ resource }) => resource)
]

const resourcesOf = (
  { tags }: OpenApiDocument,
  operations: ReadonlyArray<ClientOperation>
): string => {
  const descriptions = new Map(tags.map(({ name, description = "" }) => [name, description]))
  const interfaces = byResource(operations).map(([resource, own]) => {
    const text = descriptions.get(own[0]?.documented.tags[0] ?? "") ?? ""
    const methods = own.map((operation) => `${comment(textOf(operation))}${signature(operation)}`)
    return interfaceOf(interfaceName(resource), text, methods)
  })
  const all = byResource(operations).map(
    ([resource]) => `readonly ${resource}: ${interfaceName(resource)}`
  )
  const api = interfaceOf("Client", "The operations of the API, by their resources.", all)
  return [...interfaces, api].join("\n")
}

const interfaceOf = (name: string, text: string, members: ReadonlyArray<string>): string =>
  `${comment(text)}export interface ${name} {\n${members.join("\n")}\n}\n`

const interfaceName = (resource: string): string => `${capitalized(resource)}Resource`

const textOf = ({ documented: { summary, description } }: ClientOperation): string =>
  description === undefined ? `${summary}.` : `${summary}.\n\n${description}`

const comment = (text: string): string =>
  text === "" ? "" : `/**\n${text.replaceAll("*/", "*\\/").replace(/^/gm, " * ")}\n */\n`

/** Returns the signature of an operation: the id, the input, and the options. */
const signature = (operation: ClientOperation): string => {
  const { name, path, method, documented } = operation
  const body = schemaOf(documented.requestBody)
  const query = querySchemaOf(documented)
  const answer = schemaOf(documented.responses["200"]) ?? {}
  const item = itemOf(answer)
  const isOptional =
    body === undefined
      ? (query?.required ?? []).length === 0
      : documented.requestBody?.required !== true
  const names = namesOf(documented)
  const input = body === undefined ? names.input : typeName(body, names.input)
  const takes = body !== undefined || query !== undefined
  const options = method === "GET" || !isKeyed(documented) ? "CallOptions" : "ChangeOptions"
  const parameters = [
    ...(path.includes("{id}") ? ["id: string"] : []),
    ...(takes
      ? [`${body === undefined ? "query" : "input"}${isOptional ? "?" : ""}: ${input}`]
      : []),
    `options?: ${options}`
  ]
  const returned =
    item === undefined
      ? `Promise<${typeName(answer, names.answer)}>`
      : `Pages<${typeName(item, names.item)}>`
  return `${name}(${parameters.join(", ")}): ${returned}`
}

const tableOf = (operations: ReadonlyArray<ClientOperation>): string => {
  const table = byResource(operations).map(([resource, own]) => [
    resource,
    Object.fromEntries(own.map((operation) => [operation.name, entryOf(operation)]))
  ])
  return JSON.stringify(Object.fromEntries(table), null, 2)
}

const entryOf = ({ method, path, documented }: ClientOperation) => {
  const hasBody = schemaOf(documented.requestBody) !== undefined
  const hasQuery = querySchemaOf(documented) !== undefined
  const findOut = documented["x-payloom-find-out"]
  return {
    method,
    path,
    ...(hasBody ? { takes: "body" } : hasQuery ? { takes: "query" } : {}),
    ...(itemOf(schemaOf(documented.responses["200"])) === undefined ? {} : { pages: true }),
    ...(isKeyed(documented) ? { keyed: true } : {}),
    ...(findOut === undefined ? {} : { findOut })
  }
}
