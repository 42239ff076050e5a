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
}

/** The greatest number of tenants in the switch. Others are reached by their address. */
const mostTenants = 200

const pageSize = 400

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
    const name = known?.name ?? (await nameOf(payloom, scope))
    if (name === null) continue
    const modes = [...(known?.modes ?? []), scope.mode]
    shown.set(scope.tenant, { id: scope.tenant, name, modes })
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
  const found = await Effect.runPromise(services.storage.scopes({ limit: pageSize }))
  return found.filter(({ tenant }) => sees(user, tenant))
}

const nameOf = async ({ services }: ConsoleEngine, scope: Scope): Promise<string | null> => {
  const read = services.storage.get(scope, TenantCollection, scope.tenant)
  const row = Option.getOrNull(await Effect.runPromise(read))
  return row === null ? null : row.row.settings.displayName
}
