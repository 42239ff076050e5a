import type { ExampleShop } from "./exampleSteps.ts"

type Row = Readonly<Record<string, unknown>>

const idOf = ({ id }: Row): string => String(id)

/** Sends requests whose fields or answers few shops see. */
export const takeRareSteps = async (shop: ExampleShop, customer: string): Promise<void> => {
  const card = await saveCard(shop, customer)
  await shop.route()
  await failChanges(shop, card)
  await payBySession(shop, customer)
  await saveDebit(shop, customer)
  await openPortals(shop, customer, card)
  await giveDetails(shop)
  await cascade(shop)
  await dispute(shop, card)
}

const saveCard = async ({ ask, encryptCard }: ExampleShop, customer: string): Promise<string> => {
  const session = await ask("createCheckoutSession", {
    body: {
      amount: "1500",
      currency: "EUR",
      customer,
      description: "A pot of thyme",
      line_items: [{ name: "Thyme", quantity: 1, amount: "1500", unit_amount: "1500" }],
      stored_credential: { usage: "unscheduled" }
    }
  })
  const token = String(session.session_token)
  const paid = { method: "card", card: { ciphertext: await encryptCard() } }
  await ask("confirmSession", { token, body: paid })
  const saved = await ask("createPaymentInstrument", {
    body: { customer, checkout_session: idOf(session) }
  })
  return idOf(saved)
}

/** Lets the provider refuse each change of a payment. */
const failChanges = async (shop: ExampleShop, card: string): Promise<void> => {
  const { ask, work, refuseNext } = shop
  const hold = async () =>
    idOf(
      await ask("createPayment", {
        body: {
          amount: "8000",
          currency: "EUR",
          type: "one_off",
          capture_method: "manual",
          authorization: { incremental: true, partial: true },
          payment_instrument: card,
          stored_credential: { usage: "unscheduled" }
        }
      })
    )
  const held = await hold()
  refuseNext("increment")
  await ask("incrementAuthorization", { id: held, body: { amount: "9000" } })
  await work()
  refuseNext("capture")
  await ask("capturePayment", { id: held, body: { amount: "8000" } })
  await work()
  refuseNext("void")
  await ask("voidPayment", { id: await hold(), body: {} })
  await work()
  const paid = await ask("createPayment", {
    body: { amount: "1500", currency: "EUR", type: "one_off", payment_instrument: card }
  })
  refuseNext("refund")
  await ask("createRefund", { id: idOf(paid), body: { amount: "500" } })
  await work()
  for (const id of [held, idOf(paid)]) {
    await ask("listAttempts", { id })
    await ask("listRefunds", { id })
  }
}

/** Confirms a session that is paid already, and names a session in a payment. */
const payBySession = async (shop: ExampleShop, customer: string): Promise<void> => {
  const { ask, refused, encryptCard } = shop
  const session = await ask("createCheckoutSession", {
    body: { amount: "1500", currency: "EUR", customer }
  })
  const token = String(session.session_token)
  const body = { method: "card", card: { ciphertext: await encryptCard() } }
  await ask("confirmSession", { token, body })
  await refused("confirmSession", { token, body })
}

/** The time after which a debit has succeeded. */
const debitMs = 60_000

/** Saves the account of a direct debit. */
const saveDebit = async (shop: ExampleShop, customer: string): Promise<void> => {
  const { ask, work, wait } = shop
  const session = await ask("createCheckoutSession", {
    body: {
      amount: "1250",
      currency: "EUR",
      customer,
      stored_credential: { usage: "unscheduled" }
    }
  })
  await ask("confirmSession", {
    token: String(session.session_token),
    body: {
      method: "apm",
      apm: {
        type: "sandbox_debit",
        details: { name: "Grace Hopper", account_number: "DE89370400440532013000" }
      },
      return_url: "https://shop.example/back"
    }
  })
  await wait(debitMs)
  await work()
  const saved = await ask("createPaymentInstrument", {
    body: { customer, checkout_session: idOf(session) }
  })
  await ask("retrievePaymentInstrument", { id: idOf(saved) })
}

const openPortals = async (shop: ExampleShop, customer: string, card: string): Promise<void> => {
  const { ask, work } = shop
  const terms = { amount: "1900", currency: "EUR", interval: { unit: "month", count: 1 } }
  const subscribe = async () =>
    idOf(
      await ask("createSubscription", { body: { customer, payment_instrument: card, ...terms } })
    )
  const id = await subscribe()
  await subscribe()
  await work()
  const portal = await ask("createPortalSession", {
    body: {
      customer,
      allow: ["payment_instruments", "pause", "receipts"],
      publishable_key: shop.publishableKey,
      template: shop.template,
      expires_at: shop.inAnHour
    }
  })
  await ask("retrievePortalSession", { id: idOf(portal) })
  const token = String(portal.session_token)
  const resumes_at = "2026-12-24T09:00:00.000Z"
  await ask("pausePortalSubscription", { token, id, body: { resumes_at } })
  await ask("listPortalSubscriptions", { token })
  await ask("listPortalInstruments", { token })
  const { data } = await ask("listReceipts", { token })
  for (const each of data as ReadonlyArray<Row>) {
    await ask("retrieveReceipt", { token, id: idOf(each) })
  }
}

/** Gives the details that some ways to pay need. */
const giveDetails = async ({ ask, template }: ExampleShop): Promise<void> => {
  const session = await ask("createCheckoutSession", {
    body: { amount: "1250", currency: "EUR", template }
  })
  const token = String(session.session_token)
  await ask("readSession", { token })
  await ask("confirmSession", {
    token,
    body: {
      method: "apm",
      apm: {
        type: "sandbox_debit",
        details: {
          name: "Ada Lovelace",
          account_number: "DE89370400440532013000",
          email: "ada@example.com",
          phone: "+493012345678",
          bank: "bankhaus_loebbecke",
          document: "935.411.347-80",
          routing_number: "37040044",
          code: "777123"
        }
      },
      return_url: "https://shop.example/back"
    }
  })
}

/** Pays with a card that only the second merchant account takes. */
const cascade = async ({ ask, encryptCard }: ExampleShop): Promise<void> => {
  const session = await ask("createCheckoutSession", { body: { amount: "1250", currency: "EUR" } })
  const card = { ciphertext: await encryptCard("cascade") }
  const token = String(session.session_token)
  await ask("confirmSession", { token, body: { method: "card", card } })
}

const dispute = async (shop: ExampleShop, card: string): Promise<void> => {
  const { ask } = shop
  const pay = () =>
    ask("createPayment", {
      body: { amount: "1500", currency: "EUR", type: "one_off", payment_instrument: card }
    })
  await shop.dispute((await pay()).attempts)
  await shop.dispute((await pay()).attempts, "won")
  const { data } = await ask("listDisputes", { query: { limit: "100" } })
  for (const each of data as ReadonlyArray<Row>) await ask("retrieveDispute", { id: idOf(each) })
}
