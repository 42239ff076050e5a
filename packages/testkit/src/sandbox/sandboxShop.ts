import {
  type Merchant,
  type Mode,
  type Payloom,
  type PaymentProvider,
  TenantReferenceTaken
} from "@payloom/core"
import { sandboxAccounts } from "./sandboxAccounts.ts"

type MidInput = Parameters<Merchant["routing"]["createMid"]>[0]

/** The options of a shop. All have defaults. */
export interface ShopToOpen {
  /** The name of the shop. The same name finds the same shop again. Default: `sandbox`. */
  readonly reference?: string
  /** Default: `test`. The sandbox's providers are not live unless their options say so. */
  readonly mode?: Mode
  readonly displayName?: string
  /** The origins to which payers may return. Used only if the shop is new. */
  readonly returnOrigins?: ReadonlyArray<string>
  /**
   * The credentials of the merchant accounts, by name. Each account is on the provider at the same
   * place, or on the last provider. Default: all accounts of the sandbox.
   */
  readonly accounts?: Readonly<Record<string, string>>
  readonly currencies?: MidInput["currencies"]
  /** The methods of the merchant accounts. Default: all methods of their provider. */
  readonly methods?: MidInput["methods"]
}

/** A merchant in the sandbox. */
export interface SandboxShop extends Merchant {
  /** True if this call created the shop. */
  readonly isNew: boolean
}

/** Opens a shop of a sandbox. Creates its tenant and merchant accounts if they don't exist. */
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

/** Returns null if another process created it first. */
const makeTenant = (payloom: Payloom, reference: string, shop: ShopToOpen) => {
  const { displayName = "Sandbox shop", returnOrigins = [] } = shop
  return payloom.tenants
    .create({ displayName, defaultCurrency: "EUR", reference, returnOrigins })
    .catch((error: unknown) => {
      if (error instanceof TenantReferenceTaken) return null
      throw error
    })
}

/** An account of an older shop gets the methods that it lacks. */
const openAccount = async ({ routing }: Merchant, wanted: MidInput): Promise<void> => {
  const mid = (await routing.listMids()).find(({ name }) => name === wanted.name)
  if (mid === undefined) return void (await routing.createMid(wanted))
  const { methods } = wanted
  if (methods === undefined || methods.every((method) => mid.methods.includes(method))) return
  await routing.updateMid(mid.id, { methods })
}
