import { Predicate } from "effect"
import type { Module } from "../../modules/Module.ts"
import { ModuleNames } from "../../modules/ModuleNames.ts"
import { isEngineErrorTag } from "../errors.ts"
import { coreModules, coreParts } from "../modules.ts"
import type { SetupIssue } from "./SetupInvalid.ts"
import { mustBe, type SetupCheck } from "./setupChecks.ts"

/** Checks the modules of others: each by itself, and that no two have a name in common. */
export const modulesCheck: SetupCheck = (value, field) => {
  const what = "an array of modules that defineModule made"
  if (!Array.isArray(value) || !value.every(isModule)) return mustBe(field, what, value)
  const issues = value.flatMap((module, index) => {
    const earlier = value.slice(0, index)
    return complaintsAbout(module, earlier).map(
      (complaint): SetupIssue => ({
        field: `${field}[${index}]`,
        message: `The module ${JSON.stringify(module.name)} ${complaint}.`
      })
    )
  })
  return issues.slice(0, mostIssues)
}

const mostIssues = 20

const isModule = (value: unknown): value is Module =>
  Predicate.hasProperty(value, "names") && value.names instanceof ModuleNames

const nameShape = /^[a-z][a-z0-9_]{1,39}$/

/** The names that stand for something in core: in paths, events, or as a module. */
const reserved: ReadonlySet<string> = new Set([
  ...coreModules.map(({ name }) => name),
  ...coreParts.routes.map(({ path }) => path.split("/")[1] ?? ""),
  ...Object.keys(coreParts.events).map((type) => type.split(".")[0] ?? ""),
  ...["account_updater", "alert", "capture", "health", "openapi", "payloom", "providers"],
  ...["following", "session", "v1", "void"]
])

const complaintsAbout = (module: Module, earlier: ReadonlyArray<Module>): ReadonlyArray<string> => {
  const { name } = module
  if (typeof name !== "string" || !nameShape.test(name)) {
    return ["must have a name of 2 to 40 lower-case letters, digits and underscores"]
  }
  if (reserved.has(name)) return ["has a name of core: choose another"]
  if (earlier.some((other) => other.name === name)) return ["is there twice: choose another name"]
  return [
    ...tableComplaints(module, earlier),
    ...serviceComplaints(module, earlier),
    ...routeComplaints(module, earlier),
    ...prefixComplaints("event type", Object.keys(module.events), name),
    ...prefixComplaints("job", Object.keys(module.jobs), name),
    ...prefixComplaints("account", module.accounts, name),
    ...(module.accounts.length > mostAccounts ? [`has more than ${mostAccounts} accounts`] : []),
    ...errorComplaints(module)
  ]
}

const mostAccounts = 16

const prefixComplaints = (
  what: string,
  given: ReadonlyArray<string>,
  name: string
): ReadonlyArray<string> =>
  given
    .filter(
      (one) => !one.startsWith(`${name}.`) || !/^[a-z0-9_]{1,40}$/.test(one.slice(name.length + 1))
    )
    .map((one) => `has the ${what} ${JSON.stringify(one)}, which must be ${name}, a dot and a word`)

/** The tables of core. The tables of a module named `api` would begin like `api_keys`. */
const coreTables: ReadonlySet<string> = new Set(coreParts.collections.map((of) => of.name))

const tableComplaints = (
  { name, collections }: Module,
  earlier: ReadonlyArray<Module>
): ReadonlyArray<string> => {
  const names = collections.map((of) => of.name)
  const taken = new Set(earlier.flatMap((other) => other.collections.map((of) => of.name)))
  return collections.flatMap((of, index) => [
    ...(coreTables.has(of.name)
      ? [`has the table ${of.name}, which is core's: choose another name`]
      : []),
    ...(taken.has(of.name)
      ? [`has the table ${of.name}, which another module has: choose another name`]
      : []),
    ...(of.name.startsWith(`${name}_`) && nameShape.test(of.name)
      ? []
      : [`has the table ${JSON.stringify(of.name)}, which must begin with ${name}_`]),
    ...(names.indexOf(of.name) === index ? [] : [`has the table ${of.name} twice`]),
    ...(Object.values(of.unique).some(({ global }) => global === true)
      ? [`has a key of ${of.name} that is unique over all tenants, which only core may have`]
      : []),
    ...(of.feed === null ? [] : [`has a feed of ${of.name}, which only core may have`]),
    ...(of.sweepable ? [`has the sweepable table ${of.name}, which only core may have`] : [])
  ])
}

const serviceComplaints = (
  { services }: Module,
  earlier: ReadonlyArray<Module>
): ReadonlyArray<string> =>
  Object.entries(services).flatMap(([service, { operations }]) => [
    ...(service in coreParts.services || ["scope", "storage", "clock", "parts"].includes(service)
      ? [`has the service ${service}, which is core's: choose another name`]
      : []),
    ...(earlier.some((other) => service in other.services)
      ? [`has the service ${service}, which another module has: choose another name`]
      : []),
    ...[service, ...Object.keys(operations)]
      .filter((one) => !/^[a-z][a-zA-Z0-9]{0,39}$/.test(one) || one === "then")
      .map((one) =>
        one === "then"
          ? "has the service or operation then, for which await would wait: choose another name"
          : `has the service or operation ${JSON.stringify(one)}: write it in camelCase`
      )
  ])

const pathShape = /^(?:\/[a-z0-9_-]+|\/\{id\})+$/

/** Returns the names of a module's events in an OpenAPI document, such as `loyaltyEarned`. */
const eventNamesOf = ({ events }: Pick<Module, "events">): ReadonlyArray<string> =>
  Object.keys(events).map((type) =>
    type.replace(/[._](\w)/g, (_, letter: string) => letter.toUpperCase())
  )

/** Returns the names of a module's operations and events in an OpenAPI document. */
const documentNamesOf = (module: Pick<Module, "events" | "routes">): ReadonlyArray<string> => [
  ...module.routes.map(({ name }) => name),
  ...eventNamesOf(module)
]

const routeComplaints = (module: Module, earlier: ReadonlyArray<Module>): ReadonlyArray<string> => {
  const { name, routes } = module
  const places = routes.map(({ method, path }) => `${method} ${path}`)
  const firstAt = new Map([...places.entries()].reverse().map(([index, place]) => [place, index]))
  const taken = new Set([coreParts, ...earlier].flatMap(documentNamesOf))
  for (const event of eventNamesOf(module)) taken.add(event)
  return routes.flatMap(({ name: operation, path, calls }, index) => [
    ...(pathShape.test(path) && path.split("{id}").length <= 2 && path.split("/")[1] === name
      ? []
      : [
          `has the path ${JSON.stringify(path)}, which must be /${name} or begin with /${name}/ ` +
            "and have segments of lower-case letters, digits, - and _, and at most one {id}"
        ]),
    ...(firstAt.get(places[index] ?? "") === index ? [] : [`has ${places[index]} twice`]),
    ...nameComplaints(operation, calls, taken)
  ])
}

/** Two operations of one name could not be told apart in an OpenAPI document. */
const nameComplaints = (
  name: string,
  calls: readonly [string, string],
  taken: Set<string>
): ReadonlyArray<string> => {
  const isTaken = taken.has(name)
  taken.add(name)
  return isTaken
    ? [`has the operation ${calls.join(".")}, whose OpenAPI name ${name} is taken: rename it`]
    : []
}

const errorComplaints = ({ name, routes, errorTags }: Module): ReadonlyArray<string> => [
  ...[...new Set(routes.flatMap(({ errors = [] }) => errors.map(({ code }) => code)))]
    .filter((code) => !code.startsWith(`${name}_`) || !/^[a-z0-9_]{3,80}$/.test(code))
    .map((code) => `has the error code ${JSON.stringify(code)}, which must begin with ${name}_`),
  ...errorTags
    .filter(isEngineErrorTag)
    .map((tag) => `has the error ${tag}, which is core's: choose another name`)
]
