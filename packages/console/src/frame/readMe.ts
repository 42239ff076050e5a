import { minorUnitDecimals } from "@payloom/core"
import type { ConsoleUser } from "../ConsoleUser.ts"
import type { ConsoleEngine } from "../Room.ts"
import { readTenants, type ShownTenant } from "./readScopes.ts"

/** The person, the merchants that they may see, and what the page needs to show amounts. */
export interface Me {
  readonly user: ConsoleUser
  readonly tenants: ReadonlyArray<ShownTenant>
  /** The decimals of currencies that don't have two. */
  readonly decimals: Readonly<Record<string, number>>
}

/** Reads what every page needs first. */
export const readMe = async (payloom: ConsoleEngine, user: ConsoleUser): Promise<Me> => ({
  user,
  tenants: await readTenants(payloom, user),
  decimals: unusualDecimals
})

const unusualDecimals: Readonly<Record<string, number>> = Object.fromEntries(
  Intl.supportedValuesOf("currency").flatMap((currency) => {
    const decimals = minorUnitDecimals(currency)
    return decimals === 2 ? [] : [[currency, decimals]]
  })
)
