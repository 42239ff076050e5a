import { serveNode } from "@payloom/adapter-http/node"
import { type CardVaultPort, Payloom, type PaymentProvider } from "@payloom/core"
import { boundPort } from "@payloom/example-kit/boundPort"
import { bundle } from "@payloom/example-kit/bundle"
import { memory } from "@payloom/testkit"
import { type ProviderPage, providerPage } from "./pages.ts"

/** A provider, its vault, and its page. */
export interface ShopOptions {
  readonly port: number
  readonly provider: PaymentProvider
  readonly vault: CardVaultPort
  /** The source file of the page's script. */
  readonly source: URL
  readonly page: Omit<ProviderPage, "script" | "style">
}

/** Starts a shop whose payers type their cards into the provider's own fields. */
export const startShop = async ({ port: wanted, provider, vault, source, page }: ShopOptions) => {
  const { port, listener } = await boundPort("127.0.0.1", wanted)
  const url = `http://127.0.0.1:${port}`
  const payloom = await Payloom.make({
    storage: memory(),
    providers: [provider],
    vault,
    secret: "at least 32 characters, the same on all processes"
  })
  const tenant = await payloom.tenants.create({
    displayName: "Shop",
    defaultCurrency: "EUR",
    returnOrigins: [url]
  })
  const shop = payloom.merchant({ tenant: tenant.id, mode: "test" })
  const mid = await shop.routing.createMid({
    name: provider.name,
    provider: provider.name,
    currencies: ["EUR"],
    methods: ["card", "apm"],
    credentials: "main"
  })
  const { secret: publishableKey } = await payloom.tenants.createApiKey(shop.scope, "publishable")
  const { script, style } = await bundle({
    script: source,
    style: new URL("./browser/page.css", import.meta.url)
  })
  const pages = providerPage({ ...page, script, style })
  const serving = await serveNode(payloom, { port, host: "127.0.0.1", listener, pages })
  return {
    url,
    shop,
    /** The address for the provider's webhooks. */
    webhookUrl: `${url}/providers/${mid.id}/notifications`,
    /** Returns the page of a new session of 12.50 EUR. */
    newPage: async (): Promise<string> => {
      const session = await shop.checkout.create(
        { amount: 1250n, currency: "EUR" },
        { idempotencyKey: crypto.randomUUID() }
      )
      const given = new URLSearchParams({
        key: publishableKey,
        token: session.sessionToken ?? ""
      })
      return `${url}${page.path}#${given}`
    },
    close: serving.close
  }
}
