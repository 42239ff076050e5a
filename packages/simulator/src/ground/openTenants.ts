import type { Merchant, Mode, Payloom, Scope } from "@payloom/core"
import { refusingAccount, type Sandbox, sandboxAccounts } from "@payloom/testkit"
import type { World } from "../history/History.ts"

/** A merchant in a run. */
export interface Tenant {
  readonly scope: Scope
  readonly publishableKey: string
  /** The tokens of the sessions that payers got, oldest first. */
  readonly tokens: Array<{ readonly kind: "checkout" | "portal"; readonly token: string }>
}

/** The credentials of the merchant accounts of a world, in the order of routing. */
export const accountsOf = ({ refusesAnAccount }: World): ReadonlyArray<string> => [
  ...(refusesAnAccount ? [refusingAccount] : []),
  sandboxAccounts.primary,
  sandboxAccounts.secondary
]

/** The origin to which payers may return. */
export const shopOrigin = "https://shop.example"

/** Opens the merchants of a world, each with its accounts and a publishable key. */
export const openTenants = async (
  box: Sandbox,
  payloom: Payloom,
  world: World
): Promise<ReadonlyArray<Tenant>> => {
  const tenants: Array<Tenant> = []
  for (let number = 0; number < world.tenants; number++) {
    tenants.push(await openTenant(box, payloom, world, number))
  }
  return tenants
}

const openTenant = async (
  box: Sandbox,
  payloom: Payloom,
  world: World,
  number: number
): Promise<Tenant> => {
  const tenant = await openMode(box, payloom, world, number, "test")
  await payloom.tenants.updateAccount(tenant.scope, { dunningExhausted: world.dunningExhausted })
  return tenant
}

/** Opens a merchant in a mode. The merchants are numbered from 0. */
export const openMode = async (
  box: Sandbox,
  payloom: Payloom,
  world: World,
  number: number,
  mode: Mode
): Promise<Tenant> => {
  const { scope }: Merchant = await box.openShop(payloom, {
    reference: `shop ${number + 1}`,
    mode,
    displayName: `Shop ${number + 1}`,
    accounts: Object.fromEntries(accountsOf(world).map((account) => [account, account])),
    currencies: ["EUR", "USD", "JPY"],
    returnOrigins: [shopOrigin]
  })
  const { secret } = await payloom.tenants.createApiKey(scope, "publishable")
  return { scope, publishableKey: secret, tokens: [] }
}
