import { createHandler } from "@payloom/adapter-http"
import { type CardVaultPort, Payloom, type PaymentProvider } from "@payloom/core"
import { bundle } from "@payloom/example-kit/bundle"
import { memory } from "@payloom/testkit"
import { Hono } from "hono"
import { type ProviderPage, providerPage } from "./pages.ts"

/** A provider, its vault, and what its page is made of. */
export interface ShopOptions {
  /** Where the shop is. */
  readonly url: string
  readonly provider: PaymentProvider
  readonly vault: CardVaultPort
  readonly credentials: string
  /** The source of the page's script. */
  readonly source: URL
  readonly page: Omit<ProviderPage, "script" | "style">
}

/** A shop whose payers type their cards into the provider's own fields. */
export const openShop = async (options: ShopOptions) => {
  const { url, provider, vault, credentials, source } = options
  const payloom = await Payloom.make({
    storage: memory(),
    providers: [provider],
    vault,
    secret: "at least 32 characters, the same on all processes"
  })
  const tenant = await payloom.tenants.create({
    displayName: "Shop",
    defaultCurrency: "EUR",
    returnOrigins: [new URL(url).origin]
  })
  const shop = payloom.merchant({ tenant: tenant.id, mode: "test" })
  const mid = await shop.routing.createMid({
    name: provider.name,
    provider: provider.name,
    currencies: ["EUR"],
    methods: ["card", "apm"],
    credentials
  })
  const { script, style } = await bundle({
    script: source,
    style: new URL("./browser/page.css", import.meta.url)
  })
  const app = new Hono()
  app.route("/", providerPage({ ...options.page, script, style }))
  app.mount("/payloom", createHandler(payloom))
  return { payloom, shop, mid, tenant, app }
}
