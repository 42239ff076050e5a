import { minorUnitDecimals, type Scope } from "@payloom/core"
import { type ConsoleUser, seesAll } from "../ConsoleUser.ts"
import type { ConsoleEngine } from "../Room.ts"
import { readTenants, type ShownTenant } from "./readScopes.ts"

/** The person, the merchants that they may see, and what the page needs to show amounts. */
export interface Me {
  readonly user: ConsoleUser
  readonly tenants: ReadonlyArray<ShownTenant>
  /** The account and the mode to begin with. Null if the person may see no merchant. */
  readonly first: Scope | null
  /**
   * The cells that did not answer, by name. Null if the storage has no cells, or if the person does
   * not see all accounts.
   */
  readonly downCells: ReadonlyArray<string> | null
  /** The decimals of currencies that don't have two. */
  readonly decimals: Readonly<Record<string, number>>
}

/** Reads what every page needs first. */
export const readMe = async (payloom: ConsoleEngine, user: ConsoleUser): Promise<Me> => {
  const tenants = await readTenants(payloom, user)
  const first = await firstScope(payloom, tenants[0])
  return { user, tenants, first, downCells: downCells(payloom, user), decimals: unusualDecimals }
}

const downCells = ({ services }: ConsoleEngine, user: ConsoleUser): Me["downCells"] => {
  const { cells } = services
  return cells === undefined || !seesAll(user) ? null : cells.down()
}

/** Before a merchant goes live, only test mode has merchant accounts, and so something to see. */
const firstScope = async (
  payloom: ConsoleEngine,
  shown: ShownTenant | undefined
): Promise<Scope | null> => {
  if (shown === undefined) return null
  const { id: tenant, modes, isSilent } = shown
  // A merchant of a store that was filled by a script may have one mode alone.
  const accountsIn = async (mode: Scope["mode"]) => {
    if (!modes.includes(mode) || isSilent) return 0
    return (await payloom.merchant({ tenant, mode }).routing.listMids()).length
  }
  const isInTest = (await accountsIn("live")) === 0 && (await accountsIn("test")) > 0
  return { tenant, mode: isInTest ? "test" : "live" }
}

const unusualDecimals: Readonly<Record<string, number>> = Object.fromEntries(
  Intl.supportedValuesOf("currency").flatMap((currency) => {
    const decimals = minorUnitDecimals(currency)
    return decimals === 2 ? [] : [[currency, decimals]]
  })
)
