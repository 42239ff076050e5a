import { randomUUID } from "node:crypto"
import type { Merchant } from "@payloom/core"
import { type ManualClock, ProcessDied, type Sandbox, type TestCardName } from "@payloom/testkit"
import type { Asked, KeptStore } from "./keptStores.ts"
import { type OpenEngine, openEngine } from "./openEngine.ts"

type Json = Readonly<Record<string, unknown>>

const shopUrl = "https://shop.example"

/** Creates a store with a merchant's payments, and leaves it as this release does. */
export const seedFixtureStore = async (
  folder: string,
  clock: ManualClock,
  release: string
): Promise<KeptStore> => {
  const life = await begin(folder, clock)
  await payments(life)
  await modifications(life)
  await checkouts(life)
  await branding(life)
  await deaths(life)
  const { tenant, secretKey, asked, close } = life
  await close()
  return { release, leftAt: clock.now(), tenant, secretKey, asked }
}

type Life = Awaited<ReturnType<typeof begin>>

const begin = async (folder: string, clock: ManualClock) => {
  let engine: OpenEngine = await openEngine(folder, clock)
  const openShop = () => engine.box.openShop(engine.payloom, { returnOrigins: [shopUrl] })
  let shop: Merchant = await openShop()
  const { payloom } = engine
  const secretKey = (await payloom.tenants.createApiKey(shop.scope, "secret")).secret
  const publishableKey = (await payloom.tenants.createApiKey(shop.scope, "publishable")).secret
  const asked: Array<Asked> = []

  /** Sends a request. Waits for its answer, or until the process dies. */
  const send = async (path: string, body: Json, headers: Record<string, string>): Promise<Json> => {
    const request = { method: "POST", path, headers, body: JSON.stringify(body) } as const
    const answering = engine
      .handler(new Request(`https://api.example${path}`, request))
      .then(async (response) => ({ status: response.status, text: await response.text() }))
    const answer = await clock
      .until(Promise.race([answering, engine.storage.death()]))
      .catch((error: unknown) => {
        if (error instanceof ProcessDied) return null
        throw error
      })
    asked.push({ ...request, answer })
    return answer === null ? {} : JSON.parse(answer.text)
  }

  return {
    tenant: shop.scope.tenant,
    secretKey,
    asked,
    shop: () => shop,
    box: (): Sandbox => engine.box,
    asMerchant: (path: string, body: Json) =>
      send(path, body, {
        authorization: `Bearer ${secretKey}`,
        "idempotency-key": randomUUID(),
        "content-type": "application/json"
      }),
    asPayer: (session: Json, body: Json) =>
      send("/session/confirm", body, {
        authorization: `Bearer ${publishableKey}`,
        "session-token": String(session.session_token),
        "content-type": "application/json"
      }),
    /** Kills the process at this commit of the work. Then another process opens the store. */
    dying: async (at: number, work: () => Promise<unknown>): Promise<void> => {
      engine.storage.meet((commit) => (commit === at ? "dies_after" : undefined))
      await work()
      engine = await openEngine(folder, clock)
      shop = await openShop()
    },
    close: () => engine.payloom.close()
  }
}

const savedCard = (life: Life, card: TestCardName, customer?: string) =>
  life.box().saveCard(life.shop(), card, customer)

const pay = async (life: Life, card: TestCardName, more: Json = {}): Promise<Json> =>
  life.asMerchant("/v1/payments", {
    amount: "1250",
    currency: "EUR",
    type: "one_off",
    payment_instrument: await savedCard(life, card),
    ...more
  })

/** Creates settled payments, and one payment of each kind with an open outcome. */
const payments = async (life: Life): Promise<void> => {
  const { id } = await life.asMerchant("/v1/customers", { email: "ada@example.com" })
  const card = await savedCard(life, "approved", String(id))
  await pay(life, "approved", { payment_instrument: card, customer: id, metadata: { order: "1" } })
  await pay(life, "approved", { splits: [{ account: "acct_baker", amount: "500" }] })
  await pay(life, "insufficient_funds")
  await pay(life, "cascade")
  await pay(life, "pending")
  await pay(life, "pending_declined")
  await pay(life, "timeout_charged")
  await pay(life, "timeout_not_charged")
  await pay(life, "lost_answer")
  await pay(life, "late_charge")
}

/** Creates authorizations, captures, voids and refunds: settled and in flight. */
const modifications = async (life: Life): Promise<void> => {
  const of = (payment: Json, kind: string) => `/v1/payments/${payment.id}/${kind}`
  const hold = (card: TestCardName) => pay(life, card, { capture_method: "manual" })
  await hold("approved")
  await life.asMerchant(of(await hold("approved"), "capture"), { amount: "1000" })
  await life.asMerchant(of(await hold("capture_timeout_done"), "capture"), {})
  await life.asMerchant(of(await hold("void_timeout_not_done"), "void"), {})
  await life.asMerchant(of(await pay(life, "approved"), "refunds"), { amount: "250" })
  await life.asMerchant(of(await pay(life, "refund_pending"), "refunds"), { amount: "1250" })
  await life.asMerchant(of(await pay(life, "refund_timeout_not_done"), "refunds"), {
    amount: "1250"
  })
}

const order = {
  line_items: [{ name: "Bread", quantity: 2, amount: "790" }],
  amount_details: { shipping_amount: "200" },
  shipping: { name: "Ada Lovelace", address: { line1: "Short Street 2", country: "AT" } },
  billing_address: { line1: "Long Street 1", country: "DE" },
  customer_reference: "PO-4711",
  statement_descriptor: "SHOP ORDER"
}

/** Creates sessions: paid, at a bank, at an issuer's page, and not yet opened. */
const checkouts = async (life: Life): Promise<void> => {
  const open = (more: Json = {}) =>
    life.asMerchant("/v1/checkout_sessions", {
      amount: "990",
      currency: "EUR",
      locale: "de",
      ...more
    })
  const byCard = async (card: TestCardName) => ({
    method: "card",
    card: { ciphertext: await life.box().encryptCard(card) }
  })
  await open()
  await open(order)
  await life.asPayer(await open(order), await byCard("pending"))
  await life.asPayer(await open(), await byCard("approved"))
  await life.asPayer(await open(), await byCard("insufficient_funds"))
  await life.asPayer(await open(), await byCard("three_ds_challenge"))
  await life.asPayer(await open(), await byCard("pending"))
  for (const type of ["sandbox_bank", "sandbox_voucher"]) {
    const body = { method: "apm", apm: { type }, return_url: `${shopUrl}/back` }
    await life.asPayer(await open(), body)
  }
}

const branding = async (life: Life): Promise<void> => {
  const { templates } = life.shop()
  const { id } = await templates.create({ name: "Shop", palette: { Accent: "#663399" } })
  await templates.publish(id)
}

/** Lets processes die after a commit, before the next step. */
const deaths = async (life: Life): Promise<void> => {
  const charge = await savedCard(life, "approved")
  const paying = () =>
    life.asMerchant("/v1/payments", {
      amount: "700",
      currency: "EUR",
      type: "one_off",
      payment_instrument: charge
    })
  await life.dying(1, paying)
  await life.dying(2, paying)
  const paid = await paying()
  await life.dying(1, () => life.asMerchant(`/v1/payments/${paid.id}/refunds`, { amount: "700" }))
}
