import { existsSync, readFileSync, writeFileSync } from "node:fs"
import type { Merchant, Payloom } from "@payloom/core"
import type { Sandbox } from "@payloom/testkit"

/** Adds this server's origin, which may be new, to the allowed return origins. */
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

/** The account of an application that sells as one tenant. */
export interface SandboxAccount {
  readonly merchant: Merchant
  /** The key for the application's own pages. A publishable key isn't secret. */
  readonly publishableKey: string
}

/**
 * Creates a tenant, its merchant accounts and a publishable key, once. With a real provider, a
 * person does this. The key is kept in a file, because the engine shows a key only once.
 */
export const sandboxAccount = async (
  payloom: Payloom,
  sandbox: Sandbox,
  shop: { readonly displayName: string; readonly database: string }
): Promise<SandboxAccount> => {
  const merchant = await sandbox.openShop(payloom, { displayName: shop.displayName })
  // The name contains the tenant, so a key of a deleted database is never used.
  const keyFile = `${shop.database}.${merchant.scope.tenant}.key`
  if (!existsSync(keyFile)) {
    const { secret } = await payloom.tenants.createApiKey(merchant.scope, "publishable")
    writeFileSync(keyFile, secret)
  }
  return { merchant, publishableKey: readFileSync(keyFile, "utf8") }
}
