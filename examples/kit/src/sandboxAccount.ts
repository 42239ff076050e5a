import { existsSync, readFileSync, writeFileSync } from "node:fs"
import type { Merchant, Payloom } from "@payloom/core"
import type { Sandbox } from "@payloom/testkit"

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
  const merchant = await sandbox.openShop(payloom, { displayName: shop.displayName })
  // Named after the tenant, so that the key of a database that was removed is never taken for it.
  const keyFile = `${shop.database}.${merchant.scope.tenant}.key`
  if (!existsSync(keyFile)) {
    const { secret } = await payloom.tenants.createApiKey(merchant.scope, "publishable")
    writeFileSync(keyFile, secret)
  }
  return { merchant, publishableKey: readFileSync(keyFile, "utf8") }
}
