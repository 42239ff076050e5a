import { Schema } from "effect"
import { misused } from "../kernel/primitives/misused.ts"
import type { EventDeclaration } from "../platform/events/EventDeclaration.ts"
import type { AnyCollection } from "../platform/modules/EngineModule.ts"
import type { ServiceDeclaration } from "../platform/modules/ServiceDeclaration.ts"
import type { HttpRoute } from "../platform/routes/HttpRoute.ts"
import { definitionComplaints } from "./definitionComplaints.ts"
import type { Module, ModuleOperations } from "./Module.ts"
import type { ModuleEvent } from "./ModuleEvent.ts"
import type { ModuleFollower } from "./ModuleFollower.ts"
import type { ModuleJob } from "./ModuleJob.ts"
import { ModuleNames } from "./ModuleNames.ts"
import { type AnyModuleOperation, defined } from "./ModuleOperation.ts"
import { moduleCodec } from "./moduleCodec.ts"
import type { PersonalRows } from "./PersonalRows.ts"
import { runModuleJob } from "./runModuleJob.ts"
import { mutationOperation, queryOperation } from "./runOperation.ts"

/** The definition of a module. */
export interface ModuleDefinition<Operations, Events extends ReadonlyArray<ModuleEvent>> {
  /**
   * The name: lower-case letters, digits and underscores. The names of its tables begin with it and
   * an underscore. Its event types, jobs, movements and accounts begin with it and a dot, and its
   * HTTP paths with a slash and it.
   */
  readonly name: string
  /** The subject in a sentence, for the OpenAPI document. */
  readonly description: string
  /** The tables. */
  readonly collections?: ReadonlyArray<AnyCollection>
  /**
   * The operations by service. A merchant's handle has the services: `shop.storeCredit`.
   */
  readonly operations?: Operations
  /** The event types. Merchants get them by webhooks, consumers in the process too. */
  readonly events?: Events
  /** The kinds of jobs. */
  readonly jobs?: ReadonlyArray<ModuleJob>
  /** The functions that the engine calls for each change of a payment. */
  readonly followers?: ReadonlyArray<ModuleFollower>
  /** The ledger accounts, at most 16. */
  readonly accounts?: ReadonlyArray<string>
  /** The rows that have personal data of customers, for `customers.erase`. */
  readonly personal?: ReadonlyArray<PersonalRows>
}

/**
 * Defines a subject of your own for the engine: its tables, operations, events, jobs, ledger
 * accounts and followers of payments. A module decides, and the engine commits. So no decision is
 * half done after a crash, and each reads and changes only the rows of one tenant and mode. Throws
 * a `TypeError` if a part has the wrong type. An engine with wrong or colliding names does not
 * start: `SetupInvalid` lists what is wrong.
 *
 * @example
 * const storeCredit = defineModule({
 *   name: "store_credit",
 *   description: "Credit that a customer may spend in the shop.",
 *   collections: [Credits],
 *   operations: { storeCredit: { grant, balance } },
 *   events: [Granted]
 * })
 * const payloom = await Payloom.make({ ...setup, modules: [storeCredit] })
 * await payloom.merchant(scope).storeCredit.grant(input, { idempotencyKey: "grant-1" })
 */
export const defineModule = <
  const Operations extends ModuleOperations = Record<never, never>,
  const Events extends ReadonlyArray<ModuleEvent> = []
>(
  definition: ModuleDefinition<Operations, Events>
): Module<Operations, Events[number]> => {
  const complaints = definitionComplaints(definition)
  if (complaints.length > 0) return misused(`defineModule: ${complaints.join("; ")}.`)
  const {
    name,
    description,
    collections = [],
    jobs = [],
    followers = [],
    accounts = [],
    personal = []
  } = definition
  const operations: ModuleOperations = definition.operations ?? {}
  const events: ReadonlyArray<ModuleEvent> = definition.events ?? []
  const names = new ModuleNames({ name, collections, events, jobs, accounts })
  const tag = titleOf(name)
  return {
    name,
    names,
    collections,
    services: Object.fromEntries(
      Object.entries(operations).map(([service, own]) => [service, serviceOf(names, service, own)])
    ),
    routes: Object.entries(operations)
      .flatMap(([service, own]) =>
        Object.entries(own).map(([operation, declared]) =>
          routeOf(tag, service, operation, declared)
        )
      )
      .toSorted(byPath),
    tags: { [tag]: description },
    events: Object.fromEntries(events.map((event) => [event.type, eventOf(event)])),
    jobs: Object.fromEntries(
      jobs.map((job) => [job.kind, { lane: job.lane ?? "upkeep", run: runModuleJob(names, job) }])
    ),
    followers: [],
    paymentFollowers: followers,
    operations: operations as Operations,
    eventTypes: events as ReadonlyArray<Events[number]>,
    errorTags: Object.values(operations)
      .flatMap((own) => Object.values(own))
      .flatMap(({ [defined]: { definition } }) =>
        (definition.errors ?? []).map((error) => error.tag)
      ),
    accounts,
    personal
  }
}

/** Sorts a path before another that has an `{id}` in place of its segment, which would take it. */
const byPath = (left: HttpRoute, right: HttpRoute): number => {
  const [one, other] = [left, right].map(({ path }) => path.replace("{id}", "~"))
  if (one === other) return 0
  return (one ?? "") < (other ?? "") ? -1 : 1
}

const nameOf = (service: string, operation: string): string =>
  `${service}${operation.charAt(0).toUpperCase()}${operation.slice(1)}`

const serviceOf = (
  names: ModuleNames,
  service: string,
  operations: Readonly<Record<string, AnyModuleOperation>>
): ServiceDeclaration => ({
  handle: "caller",
  operations: Object.fromEntries(
    Object.entries(operations).map(([key, { [defined]: declared }]) => {
      const name = nameOf(service, key)
      return [
        key,
        declared._tag === "Mutation"
          ? mutationOperation(names, name, declared.definition)
          : queryOperation(names, name, declared.definition)
      ]
    })
  ),
  walks: {}
})

const routeOf = (
  tag: string,
  service: string,
  key: string,
  { [defined]: declared }: AnyModuleOperation
): HttpRoute => {
  const { path, summary, description, input, output, errors = [] } = declared.definition
  const shared = {
    name: nameOf(service, key),
    calls: [service, key],
    summary,
    ...(description === undefined ? {} : { description }),
    tag,
    path,
    output: moduleCodec(output),
    errors: errors.map(({ answer }) => answer)
  } as const
  return declared._tag === "Mutation"
    ? {
        ...shared,
        method: declared.definition.method ?? "POST",
        ...(input === undefined ? {} : { body: input })
      }
    : { ...shared, method: "GET", ...(input === undefined ? {} : { query: queryOf(input) }) }
}

/** Returns the query parameters of a schema. A parameter with a list may be repeated. */
const queryOf = (schema: Schema.Codec<unknown, unknown>): HttpRoute["query"] & object => {
  const { ast } = Schema.toEncoded(schema)
  const fields = ast._tag === "Objects" ? ast.propertySignatures : []
  const [repeated, single] = [true, false].map((isList) =>
    fields.filter(({ type }) => (type._tag === "Arrays") === isList).map(({ name }) => String(name))
  )
  return { schema, single: single ?? [], repeated: repeated ?? [] }
}

const eventOf = ({ resource, object, payment, when }: ModuleEvent): EventDeclaration => ({
  resource,
  object,
  isOfPayment: payment !== undefined,
  when
})

/** Returns a name such as `Store credit`. */
const titleOf = (name: string): string =>
  `${name.charAt(0).toUpperCase()}${name.slice(1)}`.replaceAll("_", " ")
