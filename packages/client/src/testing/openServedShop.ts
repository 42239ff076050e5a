import { randomUUID } from "node:crypto"
import { createHandler, type Handler } from "@payloom/adapter-http"
import { type Merchant, Payloom } from "@payloom/core"
import { memory, type Sandbox, sandbox, sandboxAccounts } from "@payloom/testkit"
import { Effect } from "effect"
import type { ClientOptions, Fetch, SentRequest } from "../ClientOptions.ts"
import { createClient } from "../createClient.ts"
import type { Client } from "../generated/api.ts"

/** The fate of a request on its way. */
type Weather =
  | "fine"
  /** The request is lost before the server gets it. */
  | "lost before"
  /** The server answers, and the answer is lost. */
  | "lost after"
  /** A proxy answers in the server's place, with its own page. */
  | { readonly status: number; readonly headers?: Readonly<Record<string, string>> }

/** An engine on memory, served over HTTP to a client. */
export interface ServedShop {
  readonly payloom: Payloom
  readonly merchant: Merchant
  readonly box: Sandbox
  readonly client: Client
  readonly secretKey: string
  readonly publishableKey: string
  /** Sends requests to the handler. */
  readonly fetch: Fetch
  /** The fates of the next requests, one each. Then the weather is fine. */
  readonly weather: Array<Weather>
  /** The provider charges when `open` is resolved. */
  readonly gate: { open: Promise<void> }
  /** The requests that were sent, oldest first. */
  readonly sent: Array<Request>
  readonly logged: Array<SentRequest>
  /** Returns another client of the same server. */
  readonly clientWith: (options: Partial<ClientOptions>) => Client
  readonly saveCard: (card: Parameters<Sandbox["encryptCard"]>[0]) => Promise<string>
}

/** Opens a shop whose client sends through a network with faults. */
export const openServedShop = async (): Promise<ServedShop> => {
  const box = sandbox()
  const gate = { open: Promise.resolve() }
  const payloom = await Payloom.make({
    storage: memory(),
    providers: box.providers.map((provider) => ({
      ...provider,
      charge: (request) =>
        Effect.andThen(
          Effect.promise(() => gate.open),
          provider.charge(request)
        )
    })),
    vault: box.vault,
    secret: `a secret for one test: ${randomUUID()}`
  })
  const { id } = await payloom.tenants.create({
    displayName: "Shop",
    defaultCurrency: "EUR",
    returnOrigins: ["https://shop.example"]
  })
  const scope = { tenant: id, mode: "test" } as const
  const merchant = payloom.merchant(scope)
  await merchant.routing.createMid({
    name: "primary",
    provider: box.provider.name,
    currencies: ["EUR"],
    credentials: sandboxAccounts.primary
  })
  const { secret: secretKey } = await payloom.tenants.createApiKey(scope, "secret")
  const { secret: publishableKey } = await payloom.tenants.createApiKey(scope, "publishable")
  const network = networkTo(createHandler(payloom))
  const clientWith = (options: Partial<ClientOptions>) =>
    createClient({
      baseUrl: "https://pay.shop.example",
      apiKey: secretKey,
      fetch: network.fetch,
      onRequest: (request) => network.logged.push(request),
      ...options
    })
  return {
    payloom,
    merchant,
    box,
    client: clientWith({}),
    secretKey,
    publishableKey,
    gate,
    ...network,
    clientWith,
    saveCard: async (card) =>
      (await merchant.cards.save({ ciphertext: await box.encryptCard(card) })).id
  }
}

/** Returns a network with weather before a handler. */
const networkTo = (handler: Handler): Pick<ServedShop, "fetch" | "weather" | "sent" | "logged"> => {
  const weather: Array<Weather> = []
  const sent: Array<Request> = []
  const fetch: Fetch = async (url, init) => {
    const request = new Request(url, init)
    sent.push(request.clone())
    const now = weather.shift() ?? "fine"
    if (now === "lost before") throw new TypeError("fetch failed")
    if (typeof now === "object") {
      const { status, headers = {} } = now
      return new Response("<h1>Bad gateway</h1>", { status, headers })
    }
    const response = await handler(request)
    if (now === "lost after") throw new TypeError("fetch failed")
    return response
  }
  return { fetch, weather, sent, logged: [] }
}
