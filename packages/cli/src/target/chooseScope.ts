import {
  deploymentScope,
  reasonOf,
  type Scope,
  type StoragePort,
  StorageUnavailable,
  type Tenant,
  TenantCollection,
  tenantReferenceKey
} from "@payloom/core"
import { Effect, Option } from "effect"
import { CommandFailed } from "../command/CommandFailed.ts"
import type { TargetOptions } from "../command/sharedOptions.ts"
import { UsageError } from "../command/UsageError.ts"
import { scopesOf } from "./scopesOf.ts"
import { startRefusal } from "./startRefusal.ts"

type Environment = Readonly<Record<string, string | undefined>>

/** The most tenants that a message lists. */
const mostListed = 5

/**
 * Returns the account that a command works on. A database with one tenant needs no `--tenant`. The
 * mode is `test` unless it is given, so nobody moves real money by accident.
 */
export const chooseScope = async (
  storage: StoragePort,
  options: TargetOptions,
  env: Environment
): Promise<Scope> => {
  const mode = modeOf(givenMode(options, env))
  const named = options.tenant ?? (env.PAYLOOM_TENANT === "" ? undefined : env.PAYLOOM_TENANT)
  if (named !== undefined) return { tenant: (await findTenant(storage, named)).id, mode }
  const tenants = await firstTenants(storage).catch(unlisted)
  const [first, ...others] = tenants
  if (first !== undefined && others.length === 0) return { tenant: first.id, mode }
  // A copy that was begun may have no tenants yet, or several.
  const refusal = await startRefusal(storage)
  if (refusal !== null) throw refusal
  if (first === undefined) {
    throw new CommandFailed("no_tenant", "The database has no tenant yet: create one first.")
  }
  const listed = tenants.slice(0, mostListed).map(nameOf).join(", ")
  const more = tenants.length > mostListed ? ", …" : ""
  throw new UsageError(
    `The database has several tenants: name one with --tenant or PAYLOOM_TENANT (${listed}${more}).`
  )
}

/** Returns true if neither the options nor the variables name a mode. */
export const isModeAbsent = (options: TargetOptions, env: Environment): boolean =>
  (givenMode(options, env) ?? "") === ""

const givenMode = ({ mode }: TargetOptions, env: Environment): string | undefined =>
  mode ?? env.PAYLOOM_MODE

const modeOf = (given: string | undefined): Scope["mode"] => {
  if (given === undefined || given === "" || given === "test") return "test"
  if (given === "live") return "live"
  throw new UsageError("PAYLOOM_MODE must be test or live.")
}

/** Lists of all tenants fail while one of several databases is down. */
const unlisted = (error: unknown): never => {
  if (!(error instanceof StorageUnavailable)) throw error
  throw new CommandFailed(
    "database_unavailable",
    `The tenants can't be listed (${reasonOf(error.cause)}): name a tenant with --tenant or ` +
      "PAYLOOM_TENANT."
  )
}

const nameOf = ({ id, reference, settings }: Tenant): string =>
  reference === null ? `${id} ${settings.displayName}` : reference

const findTenant = async (storage: StoragePort, named: string): Promise<Tenant> => {
  const find = /^tenant_[0-9A-Z]{26}$/.test(named)
    ? storage.get({ tenant: named, mode: "test" }, TenantCollection, named)
    : storage.findUnique("any", TenantCollection, "reference", tenantReferenceKey("test", named))
  const found = await Effect.runPromise(find)
  if (Option.isSome(found)) return found.value.row
  throw new CommandFailed(
    "resource_not_found",
    `There is no tenant ${named.slice(0, 60)}: give its id, or its reference as in tenants.create.`
  )
}

const scopesAtOnce = 50

/** Returns the first tenants of a database, one more than a message lists. */
const firstTenants = async (storage: StoragePort): Promise<ReadonlyArray<Tenant>> => {
  const found: Array<Tenant> = []
  for await (const scope of scopesOf(storage, scopesAtOnce)) {
    if (scope.tenant === deploymentScope.tenant || scope.mode !== "test") continue
    const row = await Effect.runPromise(storage.get(scope, TenantCollection, scope.tenant))
    if (Option.isSome(row)) found.push(row.value.row)
    if (found.length > mostListed) return found
  }
  return found
}
