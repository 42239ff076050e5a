import { existsSync, readFileSync, writeFileSync } from "node:fs"
import { type Merchant, type Payloom, TenantReferenceTaken } from "@payloom/core"
import type { StripeMode } from "./readStripeKeys.ts"

/** A merchant with one account at Stripe, and its keys. */
export interface StripeTenant {
  readonly merchant: Merchant
  /** The id of the account that gets Stripe's webhooks. */
  readonly mid: string
  readonly secretKey: string
  readonly publishableKey: string
}

/** The name by which the connector looks the account's keys up. */
export const stripeCredentials = "stripe"

/** Returns the tenant of a mode. The first start creates it. */
export const stripeTenant = async (
  payloom: Payloom,
  mode: StripeMode,
  currencies: readonly [string, ...ReadonlyArray<string>],
  keysFile: string
): Promise<StripeTenant> => {
  const reference = "stripe"
  const tenant =
    (await payloom.tenants.find(reference)) ??
    (await payloom.tenants
      .create({ displayName: "Shop", defaultCurrency: "EUR", reference })
      .catch((error: unknown) => {
        if (error instanceof TenantReferenceTaken) return payloom.tenants.find(reference)
        throw error
      }))
  if (tenant === null) throw new Error("The tenant no longer exists.")
  const merchant = payloom.merchant({ tenant: tenant.id, mode })
  const [known] = await merchant.routing.listMids()
  const mid =
    known ??
    (await merchant.routing.createMid({
      name: "Stripe",
      provider: "stripe",
      currencies,
      methods: ["card", "apm"],
      credentials: stripeCredentials
    }))
  return { merchant, mid: mid.id, ...(await keysOf(payloom, merchant, keysFile)) }
}

interface Keys {
  readonly secretKey: string
  readonly publishableKey: string
}

/** Keeps keys in a file that only its owner can read, because the engine shows a key only once. */
const keysOf = async (payloom: Payloom, { scope }: Merchant, file: string): Promise<Keys> => {
  const own = `${file}.${scope.tenant}.${scope.mode}`
  if (existsSync(own)) return JSON.parse(readFileSync(own, "utf8"))
  const keys: Keys = {
    secretKey: (await payloom.tenants.createApiKey(scope, "secret")).secret,
    publishableKey: (await payloom.tenants.createApiKey(scope, "publishable")).secret
  }
  writeFileSync(own, JSON.stringify(keys), { mode: 0o600 })
  return keys
}
