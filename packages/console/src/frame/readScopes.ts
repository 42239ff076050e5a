import { type Scope, TenantCollection } from "@payloom/core"
import { Effect, Option } from "effect"
import { type ConsoleUser, sees } from "../ConsoleUser.ts"
import type { ConsoleEngine } from "../Room.ts"

/** A merchant that a person may look at. */
export interface ShownTenant {
  readonly id: string
  /** The merchant's display name in the mode. */
  readonly name: string
  readonly modes: ReadonlyArray<Scope["mode"]>
  /** True if its cell does not answer. Its name is its id then. */
  readonly isSilent: boolean
}

/** The greatest number of tenants in the switch. Others are reached by their address. */
const mostTenants = 200

/** Each tenant has two modes. The deployment has rows in one scope of its own. */
const pageSize = 2 * mostTenants + 1

/** Returns the merchants that a person may see, by name. */
export const readTenants = async (
  payloom: ConsoleEngine,
  user: ConsoleUser
): Promise<ReadonlyArray<ShownTenant>> => {
  const scopes = await scopesOf(payloom, user)
  const shown = new Map<string, ShownTenant>()
  for (const scope of scopes) {
    const known = shown.get(scope.tenant)
    if (known === undefined && shown.size >= mostTenants) break
    const named = known ?? (await nameOf(payloom, scope))
    if (named === null) continue
    const modes = [...(known?.modes ?? []), scope.mode]
    const { name, isSilent } = named
    shown.set(scope.tenant, { id: scope.tenant, name, modes, isSilent })
  }
  return [...shown.values()].sort((one, other) => one.name.localeCompare(other.name))
}

const scopesOf = async (
  { services }: ConsoleEngine,
  user: ConsoleUser
): Promise<ReadonlyArray<Scope>> => {
  if (user.tenants !== undefined) {
    const own = user.tenants.slice(0, mostTenants)
    return own.flatMap((tenant) => [
      { tenant, mode: "live" },
      { tenant, mode: "test" }
    ])
  }
  // The accounts of a cell that is down are left out, so that the others can be looked at.
  const query = { limit: pageSize, onlyReachable: true } as const
  const found = await Effect.runPromise(services.storage.scopes(query))
  return found.filter(({ tenant }) => sees(user, tenant))
}

/** How long the name of an account in a cell is waited for, in milliseconds. */
const patienceMs = 1000

/** Returns the name of an account. Its id stands for it while its cell does not answer. */
const nameOf = async ({ services: { storage, cells } }: ConsoleEngine, scope: Scope) => {
  const { tenant } = scope
  const reading = Effect.map(
    storage.get(scope, TenantCollection, tenant),
    Option.match({
      onNone: () => null,
      onSome: ({ row }) => ({ name: row.settings.displayName, isSilent: false })
    })
  )
  if (cells === undefined) return Effect.runPromise(reading)
  const silent = { name: tenant, isSilent: true }
  const answers = Effect.match(cells.cellOf(tenant), {
    onFailure: () => false,
    onSuccess: (cell) => cell?.isReachable ?? true
  })
  if (cells.down().length > 0 && !(await Effect.runPromise(answers))) return silent
  // The look after a failure notes that the cell is down, so its other accounts don't wait.
  const failed = () => Effect.as(answers, silent)
  return Effect.runPromise(Effect.catch(Effect.timeout(reading, patienceMs), failed))
}
