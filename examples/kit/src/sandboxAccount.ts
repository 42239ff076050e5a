import { existsSync, readFileSync, writeFileSync } from "node:fs"
import { type Merchant, type Payloom, TenantReferenceTaken } from "@payloom/core"
import type { Sandbox } from "@payloom/testkit"

const reference = "sandbox"

/** The tenant that an example sells as; `isNew` where this call made it. */
export const findOrMakeTenant = async (
  payloom: Payloom,
  settings: { readonly displayName: string; readonly returnOrigins?: ReadonlyArray<string> }
): Promise<{ readonly id: string; readonly isNew: boolean }> => {
  const found = await payloom.tenants.find(reference)
  if (found !== null) return { id: found.id, isNew: false }
  const made = await makeTenant(payloom, settings)
  const tenant = made ?? (await payloom.tenants.find(reference))
  if (tenant === null) throw new Error("The sandbox tenant is gone.")
  return { id: tenant.id, isNew: made !== null }
}

/** Null where another process was faster. */
const makeTenant = (payloom: Payloom, settings: Parameters<typeof findOrMakeTenant>[1]) =>
  payloom.tenants
    .create({ ...settings, defaultCurrency: "EUR", reference })
    .catch((error: unknown) => {
      if (error instanceof TenantReferenceTaken) return null
      throw error
    })

const methods = ["card", "wallet", "apm"] as const

/**
 * The sandbox's merchant accounts: makes those that aren't there yet, and lets those of an older
 * database take every method.
 */
export const makeMids = async ({ routing }: Merchant, sandbox: Sandbox): Promise<void> => {
  const known = new Map((await routing.listMids()).map((mid) => [mid.name, mid]))
  for (const [name, credentials] of Object.entries(sandbox.accounts)) {
    const mid = known.get(name)
    if (mid === undefined) {
      await routing.createMid({
        name,
        provider: sandbox.provider.name,
        currencies: ["EUR", "USD", "GBP", "CHF", "JPY"],
        methods,
        credentials
      })
    } else if (methods.some((method) => !mid.methods.includes(method))) {
      await routing.updateMid(mid.id, { methods })
    }
  }
}

/** Lets payers come back to the pages of this server, wherever it listens this time. */
export const allowReturnsTo = async (
  payloom: Payloom,
  { scope }: Merchant,
  url: string
): Promise<void> => {
  const { origin } = new URL(url)
  const { returnOrigins } = (await payloom.tenants.settings(scope)).row.settings
  if (returnOrigins.includes(origin)) return
  await payloom.tenants.updateAccount(scope, { returnOrigins: [...returnOrigins, origin] })
}

/** What an application that sells as one tenant works with. */
export interface SandboxAccount {
  readonly merchant: Merchant
  /** For the application's own pages; a key of this kind is no secret. */
  readonly publishableKey: string
}

/**
 * What is done once for every merchant, and with a real provider by hand: a tenant, its merchant
 * accounts, and a publishable key, which is kept in a file because the engine can't show a key
 * twice.
 */
export const sandboxAccount = async (
  payloom: Payloom,
  sandbox: Sandbox,
  shop: { readonly displayName: string; readonly database: string }
): Promise<SandboxAccount> => {
  const { id } = await findOrMakeTenant(payloom, { displayName: shop.displayName })
  const scope = { tenant: id, mode: "test" } as const
  const merchant = payloom.merchant(scope)
  await makeMids(merchant, sandbox)
  // Named after the tenant, so that the key of a database that was removed is never taken for it.
  const keyFile = `${shop.database}.${id}.key`
  if (!existsSync(keyFile)) {
    const { secret } = await payloom.tenants.createApiKey(scope, "publishable")
    writeFileSync(keyFile, secret)
  }
  return { merchant, publishableKey: readFileSync(keyFile, "utf8") }
}
