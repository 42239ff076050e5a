import type { TestCardName } from "@payloom/testkit"

type Answer = Readonly<Record<string, unknown>>

/** Sends a request. Its first request and answer are the example of the operation. */
export type Ask = (
  operation: string,
  request?: {
    readonly id?: string
    readonly body?: Answer
    readonly query?: Readonly<Record<string, string>>
    /** The session's token, for the payer's operations. */
    readonly token?: string
  }
) => Promise<Answer>

/** The shop in which the examples happen. */
export interface ExampleShop {
  readonly ask: Ask
  /** Sends a request that is refused. */
  readonly refused: Ask
  readonly publishableKey: string
  /** The time in an hour, in RFC 3339. */
  readonly inAnHour: string
  /** The id of a template of the payer's page. */
  readonly template: string
  readonly encryptCard: (card?: TestCardName) => Promise<string>
  /** Carries out what is due. */
  readonly work: () => Promise<void>
  readonly wait: (ms: number) => Promise<unknown>
  /** Declines so many charges that come next. */
  readonly declineNext: (charges: number) => void
  /** Makes the provider refuse the next change of this kind. */
  readonly refuseNext: (change: "capture" | "void" | "refund" | "increment") => void
  /** Creates a routing rule that every payment meets. */
  readonly route: () => Promise<void>
  /** Makes the payer dispute the payment with these attempts. */
  readonly dispute: (attempts: unknown, outcome?: "won") => Promise<void>
}

const idOf = ({ id }: Answer): string => String(id)

/** Carries out every operation once, in the order in which a shop does. */
export const takeSteps = async (shop: ExampleShop): Promise<void> => {
  const { ask, wait } = shop
  const customer = idOf(
    await ask("createCustomer", {
      body: {
        reference: "user-4711",
        email: "ada@example.com",
        name: "Ada Lovelace",
        billing_address: { country: "DE", postal_code: "10115" },
        metadata: { newsletter: "yes" }
      }
    })
  )
  await ask("retrieveCustomer", { id: customer })
  await ask("updateCustomer", { id: customer, body: { email: "ada.lovelace@example.com" } })
  await ask("listCustomers", { query: { limit: "1" } })
  await wait(60_000)
  const card = await checkOut(shop, customer)
  const payment = await payWithCard(shop, card)
  await holdAndCapture(shop, card)
  await ask("createRefund", {
    id: payment,
    body: { amount: "500", reason: "One vase was broken." }
  })
  await shop.work()
  await ask("listRefunds", { id: payment })
  await subscribe(shop, customer, card)
  await ask("listEvents", { query: { limit: "2", type: "payment.succeeded" } })
  const { data } = await ask("listEvents", { query: { type: "payment.succeeded", limit: "1" } })
  await ask("retrieveEvent", { id: idOf((data as ReadonlyArray<Answer>)[0] ?? {}) })
}

const checkOut = async (shop: ExampleShop, customer: string): Promise<string> => {
  const { ask, wait } = shop
  const session = await ask("createCheckoutSession", {
    body: {
      mode: "payment",
      amount: "3998",
      currency: "EUR",
      customer,
      description: "Two vases",
      line_items: [{ name: "Vase", quantity: 2, amount: "3998", unit_amount: "1999" }],
      stored_credential: { usage: "recurring" },
      success_url: "https://shop.example/thanks",
      cancel_url: "https://shop.example/basket",
      metadata: { order: "1001" }
    }
  })
  const token = String(session.session_token)
  await ask("readSession", { token })
  await wait(45_000)
  const card = { ciphertext: await shop.encryptCard() }
  await ask("confirmSession", { token, body: { method: "card", card } })
  await ask("sessionStatus", { token })
  await ask("retrieveCheckoutSession", { id: idOf(session) })
  await ask("listCheckoutSessions", { query: { limit: "1" } })
  const saved = await ask("createPaymentInstrument", {
    body: { customer, checkout_session: idOf(session) }
  })
  await ask("retrievePaymentInstrument", { id: idOf(saved) })
  await ask("listPaymentInstruments", { query: { customer, limit: "1" } })
  return idOf(saved)
}

const payWithCard = async (shop: ExampleShop, card: string): Promise<string> => {
  const { ask } = shop
  const payment = await ask("createPayment", {
    body: {
      amount: "1250",
      currency: "EUR",
      type: "one_off",
      payment_instrument: card,
      description: "A bunch of tulips",
      statement_descriptor: "BLUMEN BERG",
      metadata: { order: "1002" }
    }
  })
  await shop.work()
  await ask("retrievePayment", { id: idOf(payment) })
  await ask("listPayments", { query: { limit: "1" } })
  await ask("listAttempts", { id: idOf(payment) })
  await shop.dispute(payment.attempts)
  const { data } = await ask("listDisputes", { query: { limit: "1" } })
  await ask("retrieveDispute", { id: idOf((data as ReadonlyArray<Answer>)[0] ?? {}) })
  const other = await ask("createPayment", {
    body: { amount: "2500", currency: "EUR", type: "one_off", payment_instrument: card }
  })
  return idOf(other)
}

const holdAndCapture = async (shop: ExampleShop, card: string): Promise<void> => {
  const { ask } = shop
  const hold = () =>
    ask("createPayment", {
      body: {
        amount: "8000",
        currency: "EUR",
        type: "one_off",
        capture_method: "manual",
        authorization: { incremental: true },
        payment_instrument: card
      }
    })
  const captured = idOf(await hold())
  await ask("incrementAuthorization", { id: captured, body: { amount: "9500" } })
  await shop.work()
  await ask("capturePayment", { id: captured, body: { amount: "9000" } })
  await shop.work()
  await ask("voidPayment", { id: idOf(await hold()), body: { reason: "Out of stock" } })
  await shop.work()
}

const subscribe = async (shop: ExampleShop, customer: string, card: string): Promise<void> => {
  const { ask } = shop
  const plan = idOf(
    await ask("createPlan", {
      body: {
        name: "A bunch a month",
        amount: "2900",
        currency: "EUR",
        interval: { unit: "month", count: 1 },
        trial: { days: 14, amount: "0" }
      }
    })
  )
  await ask("retrievePlan", { id: plan })
  await ask("listPlans", { query: { limit: "1" } })
  const id = idOf(
    await ask("createSubscription", {
      body: { customer, payment_instrument: card, plan, metadata: { contract: "C-17" } }
    })
  )
  await shop.work()
  await ask("retrieveSubscription", { id })
  await ask("listSubscriptions", { query: { limit: "1" } })
  await ask("listBillingCycles", { id, query: { limit: "2" } })
  await ask("updateSubscription", { id, body: { metadata: { contract: "C-18" } } })
  await visitPortal(shop, { customer, card, id })
  await ask("pauseSubscription", { id, body: { behavior: "shift" } })
  await ask("resumeSubscription", { id })
  await ask("cancelSubscription", { id, body: { reason: "Moved abroad" } })
  await ask("undoCancellation", { id })
  await ask("updatePlan", { id: plan, body: { name: "A bunch of flowers a month" } })
  const second = await ask("createSubscription", {
    body: { customer, payment_instrument: card, plan }
  })
  await ask("cancelSubscription", { id: idOf(second), body: { cancel_at_period_end: false } })
  await ask("cancelSubscription", { id, body: { cancel_at_period_end: false } })
  await shop.work()
  await ask("detachPaymentInstrument", { id: card })
}

const monthMs = 31 * 86_400_000

/**
 * Lets a renewal be declined, and opens the session in which the customer pays it. It takes a
 * month, so it comes last.
 */
export const payOverdue = async (
  shop: ExampleShop,
  customer: string,
  card: string
): Promise<void> => {
  const { ask } = shop
  const interval = { unit: "month", count: 1 }
  const terms = { amount: "900", currency: "EUR", interval }
  const body = { customer, payment_instrument: card, ...terms }
  const id = idOf(await ask("createSubscription", { body }))
  await shop.work()
  await shop.wait(monthMs)
  // Other subscriptions are charged too.
  shop.declineNext(9)
  await shop.work()
  const { session_token: token } = await ask("createPortalSession", { body: { customer } })
  await ask("listPortalSubscriptions", { token: String(token) })
  await ask("payPortalOverdue", { token: String(token), id })
  await ask("cancelSubscription", { id, body: { cancel_at_period_end: false } })
  await shop.work()
}

interface Visitor {
  readonly customer: string
  readonly card: string
  /** The id of a subscription. */
  readonly id: string
}

/** Carries out every operation of the customer portal but the payment of what is overdue. */
const visitPortal = async (shop: ExampleShop, { customer, card, id }: Visitor): Promise<void> => {
  const { ask } = shop
  const session = await ask("createPortalSession", {
    body: {
      customer,
      return_url: "https://shop.example/account",
      allow: ["payment_instruments", "cancel", "cancel_now", "pause", "pay_overdue", "receipts"],
      locale: "en"
    }
  })
  await ask("retrievePortalSession", { id: idOf(session) })
  const token = String(session.session_token)
  await ask("readPortal", { token })
  const added = await ask("addPortalInstrument", { token })
  await ask("confirmSession", {
    token: String(added.session_token),
    body: { method: "card", card: { ciphertext: await shop.encryptCard() } }
  })
  await ask("listPortalInstruments", { token, query: { limit: "2" } })
  await ask("listPortalSubscriptions", { token })
  const { data } = await ask("listReceipts", { token, query: { limit: "1" } })
  await ask("retrieveReceipt", { token, id: idOf((data as ReadonlyArray<Answer>)[0] ?? {}) })
  const { data: cards } = await ask("listPortalInstruments", { token })
  const other = (cards as ReadonlyArray<Answer>).map(idOf).find((one) => one !== card) ?? ""
  await ask("makePortalInstrumentDefault", {
    ...{ token, id: card },
    body: { move_subscriptions: true }
  })
  await ask("movePortalSubscription", { token, id, body: { payment_instrument: other } })
  await ask("removePortalInstrument", { token, id: other, body: { move_to: card } })
  await ask("cancelPortalSubscription", { token, id, body: { cancel_at_period_end: true } })
  await ask("undoPortalCancellation", { token, id })
  await ask("pausePortalSubscription", { token, id, body: {} })
  await ask("resumePortalSubscription", { token, id })
  await ask("revokePortalSession", { id: idOf(session) })
}
