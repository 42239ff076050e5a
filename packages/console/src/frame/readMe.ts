import { minorUnitDecimals, type Scope } from "@payloom/core"
import type { ConsoleUser } from "../ConsoleUser.ts"
import type { ConsoleEngine } from "../Room.ts"
import { readTenants, type ShownTenant } from "./readScopes.ts"

/** The person, the merchants that they may see, and what the page needs to show amounts. */
export interface Me {
  readonly user: ConsoleUser
  readonly tenants: ReadonlyArray<ShownTenant>
  /** The account and the mode to begin with. Null if the person may see no merchant. */
  readonly first: Scope | null
  /** The decimals of currencies that don't have two. */
  readonly decimals: Readonly<Record<string, number>>
}

/** Reads what every page needs first. */
export const readMe = async (payloom: ConsoleEngine, user: ConsoleUser): Promise<Me> => {
  const tenants = await readTenants(payloom, user)
  const first = await firstScope(payloom, tenants[0])
  return { user, tenants, first, decimals: unusualDecimals }
}

/** Before a merchant goes live, only test mode has merchant accounts, and so something to see. */
const firstScope = async (
  payloom: ConsoleEngine,
  shown: ShownTenant | undefined
): Promise<Scope | null> => {
  if (shown === undefined) return null
  const { id: tenant, modes } = shown
  // A merchant of a store that was filled by a script may have one mode alone.
  const accountsIn = async (mode: Scope["mode"]) =>
    modes.includes(mode) ? (await payloom.merchant({ tenant, mode }).routing.listMids()).length : 0
  const isInTest = (await accountsIn("live")) === 0 && (await accountsIn("test")) > 0
  return { tenant, mode: isInTest ? "test" : "live" }
}

const unusualDecimals: Readonly<Record<string, number>> = Object.fromEntries(
  Intl.supportedValuesOf("currency").flatMap((currency) => {
    const decimals = minorUnitDecimals(currency)
    return decimals === 2 ? [] : [[currency, decimals]]
  })
)
