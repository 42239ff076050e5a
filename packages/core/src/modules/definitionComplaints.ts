import { Predicate, Schema } from "effect"
import { defined } from "./ModuleOperation.ts"

/**
 * Returns the parts of a definition that have the wrong type, in plain JavaScript. The setup of an
 * engine checks the names.
 */
export const definitionComplaints = (definition: unknown): ReadonlyArray<string> => {
  if (!Predicate.isObject(definition)) return ["the definition must be an object"]
  const { name, description, operations = {} } = definition as Fields
  return [
    ...(typeof name === "string" ? [] : ["name must be a string"]),
    ...(typeof description === "string" ? [] : ["description must be a string"]),
    ...listComplaints(definition as Fields),
    ...(isRecord(operations)
      ? Object.entries(operations).flatMap(([service, own]) => serviceComplaints(service, own))
      : ["operations must be an object of services"])
  ]
}

type Fields = Readonly<Record<string, unknown>>

const isRecord = (value: unknown): value is Fields =>
  Predicate.isObject(value) && !Array.isArray(value)

const isText = (value: unknown): boolean => typeof value === "string" && value !== ""
const isCall = (value: unknown): boolean => typeof value === "function"
const isLane = (value: unknown): boolean => [undefined, "money", "upkeep"].includes(value as string)
const indexName = /^[A-Za-z][A-Za-z0-9_]{0,39}$/

/** The lists of a definition: what each entry must be, and the field that names it. */
const lists: Readonly<
  Record<string, { is: string; named?: string; fits: (entry: Fields) => boolean }>
> = {
  collections: {
    is: "made by collection, with names of letters, digits and underscores",
    fits: ({ name, unique, indexes, conforms }) =>
      isText(name) &&
      isCall(conforms) &&
      [unique, indexes].every(
        (keys) => isRecord(keys) && Object.keys(keys).every((key) => indexName.test(key))
      )
  },
  events: {
    is: "an event: type, object, resource, of and when",
    named: "type",
    fits: ({ type, object, resource, of, when }) =>
      [type, object, when].every(isText) && Schema.isSchema(resource) && isCall(of)
  },
  jobs: {
    is: 'a job: kind, run, and the lane "money" or "upkeep" if any',
    named: "kind",
    fits: ({ kind, run, lane }) => isText(kind) && isCall(run) && isLane(lane)
  },
  followers: { is: "a follower: { follow }", fits: ({ follow }) => isCall(follow) },
  personal: {
    is: "made by personalRows, with the name of an index or a unique key of its table",
    fits: ({ of, customer, erase }) =>
      isRecord(of) && isCall(erase) && isText(customer) && hasKey(of, customer as string)
  }
}

const hasKey = ({ unique, indexes }: Fields, key: string): boolean =>
  [unique, indexes].some((keys) => isRecord(keys) && Object.hasOwn(keys, key))

const listComplaints = (definition: Fields): ReadonlyArray<string> => [
  ...Object.entries(lists).flatMap(([field, { is, named, fits }]) => {
    const entries = definition[field] ?? []
    if (!Array.isArray(entries)) return [`${field} must be an array`]
    const wrong = entries.flatMap((entry: unknown, index) =>
      isRecord(entry) && fits(entry) ? [] : [`${field}[${index}] must be ${is}`]
    )
    if (wrong.length > 0 || named === undefined) return wrong
    return twice(
      field,
      entries.map((entry: Fields) => entry[named])
    )
  }),
  ...accountComplaints(definition.accounts ?? []),
  ...foreignTables(definition)
]

/** A module erases rows of its own tables only. */
const foreignTables = ({ collections, personal }: Fields): ReadonlyArray<string> => {
  const own: ReadonlyArray<unknown> = Array.isArray(collections) ? collections : []
  const declared: ReadonlyArray<unknown> = Array.isArray(personal) ? personal : []
  return declared.flatMap((rows, index) =>
    !isRecord(rows) || !isRecord(rows.of) || own.includes(rows.of)
      ? []
      : [`personal[${index}] must be of a table in collections`]
  )
}

const accountComplaints = (accounts: unknown): ReadonlyArray<string> =>
  Array.isArray(accounts) && accounts.every(isText)
    ? twice("accounts", accounts)
    : ["accounts must be an array of names"]

const twice = (field: string, names: ReadonlyArray<unknown>): ReadonlyArray<string> =>
  names.length === new Set(names).size ? [] : [`${field} must not have a name twice`]

const serviceComplaints = (service: string, own: unknown): ReadonlyArray<string> =>
  isRecord(own)
    ? Object.entries(own).flatMap(([operation, declared]) =>
        operationComplaints(`operations.${service}.${operation}`, declared)
      )
    : [`operations.${service} must be an object of operations`]

const operationComplaints = (at: string, operation: unknown): ReadonlyArray<string> => {
  if (!Predicate.hasProperty(operation, defined) || !isRecord(operation[defined])) {
    return [`${at} must be made by moduleMutation or moduleQuery`]
  }
  const { _tag, definition } = operation[defined]
  if (!isRecord(definition)) return [`${at} must have a definition`]
  const { path, summary, input, output, errors = [], method, decide, read } = definition
  const isQuery = _tag === "Query"
  return [
    ...(isText(path) && isText(summary) ? [] : [`${at} must have a path and a summary`]),
    ...(Schema.isSchema(output)
      ? wireComplaints(`${at}.output`, output)
      : [`${at} must have a schema as output`]),
    ...(input === undefined ? [] : inputComplaints(`${at}.input`, input)),
    ...(isCall(isQuery ? read : decide) ? [] : [`${at} must have ${isQuery ? "read" : "decide"}`]),
    ...([undefined, "POST", "PATCH"].includes(method as string)
      ? []
      : [`${at} must have the method POST or PATCH`]),
    ...(Array.isArray(errors) && errors.every(isErrorClass)
      ? []
      : [`${at} must have errors that extend ModuleError`])
  ]
}

const inputComplaints = (at: string, input: unknown): ReadonlyArray<string> => {
  if (!Schema.isSchema(input) || Schema.toEncoded(input).ast._tag !== "Objects") {
    return [`${at} must be a schema with fields, such as Schema.Struct({ … })`]
  }
  return wireComplaints(at, input)
}

/** A client would have to spell these fields in another way than those of core. */
const wireComplaints = (at: string, schema: Schema.Top): ReadonlyArray<string> => {
  const { ast } = Schema.toEncoded(schema)
  const names = ast._tag === "Objects" ? ast.propertySignatures.map(({ name }) => String(name)) : []
  return names
    .filter((name) => !/^[a-z0-9_]+$/.test(name))
    .map((name) => `${at} has the field ${name} on the wire: wrap its struct in snakeCased`)
}

const isErrorClass = (value: unknown): boolean =>
  Predicate.hasProperty(value, "answer") && isRecord(value.answer) && isText(value.answer.code)
