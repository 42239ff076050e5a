import type {
  DocumentedOperation,
  JsonSchema,
  OpenApiDocument
} from "../../../packages/cli/src/client/OpenApi.ts"
import {
  itemOf,
  operationsOf,
  querySchemaOf,
  schemaOf
} from "../../../packages/cli/src/client/OpenApi.ts"

/** A property of the API, and the expressions of TypeScript whose hovers document it. */
export interface Probe {
  /** The component, such as `Payment`. */
  readonly component: string
  /** The path inside the component, such as `decline.code`. Items of lists have no part. */
  readonly path: string
  /** The expressions to try, in their order. */
  readonly expressions: ReadonlyArray<string>
}

/** The types of all components, and the properties to ask for. */
export interface Probes {
  /** The program before the expressions. */
  readonly preamble: string
  readonly probes: ReadonlyArray<Probe>
}

const answerOf = ({ responses }: DocumentedOperation): JsonSchema =>
  schemaOf(responses["200"]) ?? {}

const inCamelCase = (name: string): string =>
  name.replace(/_([a-z0-9])/g, (_match, letter: string) => letter.toUpperCase())

const nameIn = ({ $ref = "" }: JsonSchema): string | undefined =>
  $ref.split("/").at(-1) || undefined

/** Returns an expression for each property of the document's components. */
export const probesOf = (document: OpenApiDocument): Probes => {
  const types = new Map<string, string>(innerTypes)
  const queries = new Map<string, JsonSchema>()
  for (const { resource, name, path, documented } of operationsOf(document)) {
    const call = `(typeof merchant)["${resource}"]["${name}"]`
    const place = path.includes("{id}") ? 1 : 0
    const input = `NonNullable<Parameters<${call}>[${place}]>`
    const body = nameIn(schemaOf(documented.requestBody) ?? {})
    if (body !== undefined) types.set(body, input)
    const query = querySchemaOf(documented)
    if (query !== undefined) {
      const queryName = documented.operationId
      types.set(queryName, input)
      queries.set(queryName, query)
    }
    const answer = answerOf(documented)
    const item = itemOf(answer)
    const answered = nameIn(item ?? answer)
    const output = `Awaited<ReturnType<${call}>>`
    if (answered !== undefined && !types.has(answered)) {
      types.set(answered, item === undefined ? output : `${output}["data"][number]`)
    }
  }
  const list = Object.values(document.paths).flatMap(Object.values).map(answerOf).find(itemOf)
  const schemas: Readonly<Record<string, JsonSchema>> = {
    ...document.components.schemas,
    ...Object.fromEntries(queries),
    List: { properties: { ...list?.properties, data: {} } }
  }
  const names = [...types.keys()].filter((name) => schemas[name] !== undefined)
  return {
    preamble: [
      'import type { Decline, Dispute, List, Merchant, Services } from "@payloom/core"',
      'import type { Effect } from "effect"',
      "declare const merchant: Merchant",
      'declare const payer: Services["payer"]',
      'declare const portal: Services["portal"]',
      "type Having<T, K> = T extends unknown ? (K extends keyof T ? T : never) : never",
      "declare function having<T, K extends string>(of: T, key: K): Having<NonNullable<T>, K>",
      "type OfType<T, K> = T extends { readonly type: K } ? T : never",
      "declare function ofType<T, K extends string>(of: T, type: K): OfType<NonNullable<T>, K>",
      ...names.map((name) => `declare const ${variable(name)}: ${types.get(name)}`)
    ].join("\n"),
    probes: names.flatMap((name) => propertiesOf(name, schemas[name] ?? {}, "", [variable(name)]))
  }
}

/** The types of components that no route of a merchant takes or answers by itself. */
const innerTypes: ReadonlyArray<readonly [string, string]> = [
  ["Decline", "Decline"],
  ["Dispute", "Dispute"],
  ["List", "List<unknown>"],
  ["PayerSession", 'Effect.Success<ReturnType<(typeof payer)["read"]>>'],
  ["ConfirmSession", 'Parameters<(typeof payer)["confirm"]>[1]'],
  ["CheckoutResult", 'Effect.Success<ReturnType<(typeof payer)["confirm"]>>'],
  ["Portal", 'Effect.Success<ReturnType<(typeof portal)["read"]>>'],
  ["PortalInstrument", 'Effect.Success<ReturnType<(typeof portal)["makeDefault"]>>'],
  ["PortalSubscription", 'Effect.Success<ReturnType<(typeof portal)["cancel"]>>'],
  ["PortalCheckout", 'Effect.Success<ReturnType<(typeof portal)["addInstrument"]>>'],
  ["Receipt", 'Effect.Success<ReturnType<(typeof portal)["receipt"]>>'],
  ["RemovePortalInstrument", 'NonNullable<Parameters<(typeof portal)["removeInstrument"]>[2]>'],
  ["DefaultPortalInstrument", 'NonNullable<Parameters<(typeof portal)["makeDefault"]>[2]>'],
  ["PausePortalSubscription", 'NonNullable<Parameters<(typeof portal)["pause"]>[2]>'],
  ["MovePortalSubscription", 'Parameters<(typeof portal)["changeInstrument"]>[2]'],
  ["listPortalInstruments", 'NonNullable<Parameters<(typeof portal)["listInstruments"]>[1]>'],
  ["listPortalSubscriptions", 'NonNullable<Parameters<(typeof portal)["listSubscriptions"]>[1]>'],
  ["listReceipts", 'NonNullable<Parameters<(typeof portal)["listReceipts"]>[1]>']
]

const variable = (name: string): string => `of${name}`

const propertiesOf = (
  component: string,
  schema: JsonSchema,
  path: string,
  expressions: ReadonlyArray<string>
): ReadonlyArray<Probe> => [
  ...Object.entries(schema.properties ?? {}).flatMap(([name, property]) => {
    const own = path === "" ? name : `${path}.${name}`
    const accesses = expressionsOf(schema, expressions, name)
    return [
      { component, path: own, expressions: accesses },
      ...propertiesOf(component, property, own, accesses.slice(0, 1))
    ]
  }),
  ...(schema.items === undefined
    ? []
    : propertiesOf(component, schema.items, path, anyItem(expressions))),
  ...(typeof schema.additionalProperties === "object"
    ? propertiesOf(component, schema.additionalProperties, path, anyItem(expressions))
    : []),
  ...(schema.anyOf ?? []).flatMap((member) => propertiesOf(component, member, path, expressions))
]

/** Returns expressions of any item of a list or of any field of a record. */
const anyItem = (expressions: ReadonlyArray<string>): ReadonlyArray<string> =>
  expressions.map((all) => `${all}![0 as never]!`)

/**
 * Returns the ways to a property. An editor says nothing of a property that the members of a union
 * document differently, so each member is asked as well. Few names are the same inside and outside.
 */
const expressionsOf = (
  schema: JsonSchema,
  expressions: ReadonlyArray<string>,
  name: string
): ReadonlyArray<string> => {
  const { type } = schema.properties ?? {}
  const members = type?.enum ?? type?.anyOf?.[0]?.enum ?? []
  const objects = [
    ...expressions,
    ...expressions.flatMap((of) => members.map((member) => `ofType(${of}, "${member}")`))
  ]
  const names = [...new Set([inCamelCase(name), name])]
  return objects.flatMap((of) => names.map((key) => `having(${of}, "${key}").${key}`))
}
