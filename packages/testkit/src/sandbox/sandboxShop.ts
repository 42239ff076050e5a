import {
  type Merchant,
  type Mode,
  type Payloom,
  type PaymentProvider,
  TenantReferenceTaken
} from "@payloom/core"
import { sandboxAccounts } from "./sandboxAccounts.ts"

type MidInput = Parameters<Merchant["routing"]["createMid"]>[0]

/** A shop to open; what isn't said is as usual. */
export interface ShopToOpen {
  /** What it is known by: one name is one shop, found again. `sandbox` where nothing is said. */
  readonly reference?: string
  /** `test` where nothing is said; the sandbox's providers are no live ones unless told to be. */
  readonly mode?: Mode
  readonly displayName?: string
  /** Where payers may be sent back to; for a shop that is new. */
  readonly returnOrigins?: ReadonlyArray<string>
  /**
   * Its merchant accounts, credentials by name, each on the provider at its place or on the last
   * one: all of the sandbox's where nothing is said.
   */
  readonly accounts?: Readonly<Record<string, string>>
  readonly currencies?: MidInput["currencies"]
  /** What the merchant accounts take: all that their provider does where nothing is said. */
  readonly methods?: MidInput["methods"]
}

/** A merchant of the sandbox. */
export interface SandboxShop extends Merchant {
  /** Whether this call made it, and did not find it. */
  readonly isNew: boolean
}

/** Opens a shop of a sandbox: makes what isn't there yet of its tenant and merchant accounts. */
export const openSandboxShop = async (
  [first, ...others]: readonly [PaymentProvider, ...ReadonlyArray<PaymentProvider>],
  payloom: Payloom,
  shop: ShopToOpen = {}
): Promise<SandboxShop> => {
  const { reference = "sandbox", mode = "test", accounts = sandboxAccounts } = shop
  const found = await payloom.tenants.find(reference)
  const made = found === null ? await makeTenant(payloom, reference, shop) : null
  const tenant = found ?? made ?? (await payloom.tenants.find(reference))
  if (tenant === null) throw new Error(`The tenant known as ${reference} is gone.`)
  const merchant = payloom.merchant({ tenant: tenant.id, mode })
  for (const [place, [name, credentials]] of Object.entries(accounts).entries()) {
    const provider = place === 0 ? first : (others[place - 1] ?? others.at(-1) ?? first)
    await openAccount(merchant, {
      name,
      provider: provider.name,
      currencies: shop.currencies ?? ["EUR", "USD", "GBP", "CHF", "JPY"],
      methods: shop.methods ?? (provider.capabilities.methods as NonNullable<MidInput["methods"]>),
      credentials
    })
  }
  return { ...merchant, isNew: made !== null }
}

/** Null where another process was faster. */
const makeTenant = (payloom: Payloom, reference: string, shop: ShopToOpen) => {
  const { displayName = "Sandbox shop", returnOrigins = [] } = shop
  return payloom.tenants
    .create({ displayName, defaultCurrency: "EUR", reference, returnOrigins })
    .catch((error: unknown) => {
      if (error instanceof TenantReferenceTaken) return null
      throw error
    })
}

/** One of an older shop takes every method that it is to take now. */
const openAccount = async ({ routing }: Merchant, wanted: MidInput): Promise<void> => {
  const mid = (await routing.listMids()).find(({ name }) => name === wanted.name)
  if (mid === undefined) return void (await routing.createMid(wanted))
  const { methods } = wanted
  if (methods === undefined || methods.every((method) => mid.methods.includes(method))) return
  await routing.updateMid(mid.id, { methods })
}
