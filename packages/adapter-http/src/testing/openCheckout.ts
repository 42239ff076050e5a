import { openShop, type Shop, type ShopOptions } from "./openShop.ts"
import { type Json, type Reply, readReply } from "./shopClient.ts"

/** The two origins that the shop of these tests may send its payers to. */
export const shopOrigin = "https://shop.example"
export const hostedPage = "https://pay.example"

/** Opens a shop with a hosted page and an origin of its own. */
export const openCheckoutShop = async (options: ShopOptions = {}): Promise<Shop> => {
  const shop = await openShop({ ...options, engine: { hostedPage, ...options.engine } })
  const { tenant, mode } = shop
  await shop.payloom.tenants.updateAccount({ tenant, mode }, { returnOrigins: [shopOrigin] })
  return shop
}

/** A payer's browser, in one session. */
export interface Browser {
  readonly send: (
    method: string,
    path: string,
    body?: Json | string,
    headers?: Readonly<Record<string, string | null>>
  ) => Promise<Reply>
  readonly read: () => Promise<Reply>
  readonly status: () => Promise<Reply>
  /** Pays with a test card. */
  readonly pay: (card: Parameters<Shop["box"]["encryptCard"]>[0]) => Promise<Reply>
}

/** Returns the browser of a session's payer. */
export const browserOf = (shop: Shop, session: Json): Browser => {
  const send: Browser["send"] = async (method, path, body, headers = {}) => {
    const all = new Headers({
      Authorization: `Bearer ${shop.publishableKey}`,
      "Session-Token": String(session.session_token)
    })
    for (const [name, value] of Object.entries(headers)) {
      if (value === null) all.delete(name)
      else all.set(name, value)
    }
    const text = typeof body === "object" ? JSON.stringify(body) : body
    const init = { method, headers: all, ...(text === undefined ? {} : { body: text }) }
    return readReply(await shop.handler(new Request(`https://api.example${path}`, init)))
  }
  return {
    send,
    read: () => send("GET", "/session"),
    status: () => send("GET", "/session/status"),
    pay: async (card) =>
      send("POST", "/session/confirm", {
        method: "card",
        card: { ciphertext: await shop.box.encryptCard(card) }
      })
  }
}

/** Creates a session of 12.50 EUR. `fields` override or add to its fields. */
export const createSession = async (shop: Shop, fields: Json = {}): Promise<Json> =>
  (await shop.post("/v1/checkout_sessions", { amount: "1250", currency: "EUR", ...fields })).json

/** Creates a session, and opens the browser of its payer. */
export const openBrowser = async (
  shop: Shop,
  fields?: Json
): Promise<Browser & { readonly session: Json }> => {
  const session = await createSession(shop, fields)
  return { session, ...browserOf(shop, session) }
}
