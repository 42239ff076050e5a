import { existsSync, readFileSync, writeFileSync } from "node:fs"
import type { Payloom } from "@payloom/core"
import type { Sandbox } from "@payloom/testkit"
import { keysFileOf } from "../../target/secretIn.ts"

/** The keys of the sandbox's shop, and a few saved cards. */
export interface ShopKeys {
  readonly tenant: string
  readonly secret_key: string
  readonly publishable_key: string
  /** The ids of saved cards by the names of test cards. */
  readonly instruments: Readonly<Record<string, string>>
}

const savedCards = ["approved", "insufficient_funds"] as const

/**
 * Opens the sandbox's shop. The engine shows a key only once, so the keys are kept in a file beside
 * the database that only its owner can read. Without a file, each start makes new keys.
 */
export const sandboxKeys = async (
  payloom: Payloom,
  box: Sandbox,
  database: string | null
): Promise<ShopKeys> => {
  const shop = await box.openShop(payloom)
  const file = database === null ? null : keysFileOf(database)
  if (file !== null && existsSync(file)) {
    const kept = JSON.parse(readFileSync(file, "utf8")) as ShopKeys
    if (kept.tenant === shop.scope.tenant) return kept
  }
  const cards = await Promise.all(
    savedCards.map(async (name) => [name, await box.saveCard(shop, name)] as const)
  )
  const keys: ShopKeys = {
    tenant: shop.scope.tenant,
    secret_key: (await payloom.tenants.createApiKey(shop.scope, "secret")).secret,
    publishable_key: (await payloom.tenants.createApiKey(shop.scope, "publishable")).secret,
    instruments: Object.fromEntries(cards)
  }
  if (file !== null) writeFileSync(file, JSON.stringify(keys), { mode: 0o600 })
  return keys
}
