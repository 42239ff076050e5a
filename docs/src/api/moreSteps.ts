import { type ExampleShop, payOverdue } from "./exampleSteps.ts"
import { takeFilterSteps } from "./filterSteps.ts"
import { takeRareSteps } from "./rareSteps.ts"

const address = {
  line1: "Invalidenstraße 117",
  line2: "2nd floor",
  city: "Berlin",
  state: "BE",
  postal_code: "10115",
  country: "DE"
}

const order = {
  billing_address: address,
  shipping: { name: "Ada Lovelace", phone: "+493012345678", address },
  line_items: [
    {
      name: "Vase",
      quantity: 2,
      product_code: "VASE-7",
      commodity_code: "52151600",
      unit_of_measure: "EA",
      amount: "3998",
      unit_amount: "1999",
      tax_amount: "638",
      discount_amount: "0"
    }
  ],
  amount_details: {
    tax_amount: "95",
    shipping_amount: "590",
    discount_amount: "100",
    duty_amount: "12"
  },
  customer_reference: "PO-2026-117"
}

const splits = [{ account: "acct_potter", amount: "1000", reference: "vase" }]

const idOf = ({ id }: Readonly<Record<string, unknown>>): string => String(id)

/** Sends requests with the fields that the examples of the operations don't have. */
export const takeMoreSteps = async (shop: ExampleShop): Promise<void> => {
  const { ask, refused, work } = shop
  const customer = idOf(await ask("createCustomer", { body: { name: "Grace Hopper" } }))
  const card = await checkOutOrder(shop, customer)
  await ask("updateCustomer", {
    id: customer,
    body: {
      name: "Grace Brewster Hopper",
      reference: "user-4712",
      billing_address: { country: "DE", postal_code: "10115" },
      default_payment_instrument: card
    }
  })
  const full = await ask("createPayment", {
    body: {
      amount: "4595",
      currency: "EUR",
      type: "one_off",
      customer,
      payment_instrument: card,
      capture_method: "automatic",
      splits,
      ...order
    }
  })
  await ask("createRefund", { id: idOf(full), body: { amount: "500", reverse_splits: true } })
  await work()
  await ask("listRefunds", { id: idOf(full) })
  await ask("listPayments", { query: { status: "partially_refunded" } })
  const held = await ask("createPayment", {
    body: {
      amount: "8000",
      currency: "EUR",
      type: "one_off",
      payment_instrument: card,
      capture_method: "manual",
      authorization: { incremental: true, multiple_captures: true, over_capture: true }
    }
  })
  await ask("incrementAuthorization", { id: idOf(held), body: { amount: "9000", reason: "Late" } })
  await work()
  await ask("capturePayment", { id: idOf(held), body: { amount: "3000", final_capture: true } })
  await work()
  await declines(shop)
  await bill(shop, customer, card)
  await payOtherwise(shop)
  await takeRareSteps(shop, customer)
  await takeFilterSteps(shop, customer)
  await refused("createPayment", { body: { amount: "12.50", currency: "EUR", type: "one_off" } })
  const { data } = await ask("listEvents", { query: { limit: "100" } })
  for (const { id } of data as ReadonlyArray<Readonly<Record<string, unknown>>>) {
    await ask("retrieveEvent", { id: String(id) })
  }
  await payOverdue(shop, customer, card)
}

const checkOutOrder = async (shop: ExampleShop, customer: string): Promise<string> => {
  const { ask } = shop
  const session = await ask("createCheckoutSession", {
    body: {
      mode: "payment",
      amount: "4595",
      currency: "EUR",
      customer,
      statement_descriptor: "BLUMEN BERG",
      stored_credential: { usage: "recurring" },
      capture_method: "automatic",
      publishable_key: shop.publishableKey,
      locale: "de-DE",
      country: "DE",
      expires_at: shop.inAnHour,
      splits,
      ...order
    }
  })
  const token = String(session.session_token)
  await ask("readSession", { token })
  await ask("confirmSession", {
    token,
    body: {
      method: "card",
      card: { ciphertext: await shop.encryptCard() },
      billing_address: address,
      device: {
        language: "de-DE",
        screen: { width: 1440, height: 900, color_depth: 24 },
        time_zone: "Europe/Berlin",
        utc_offset_minutes: 60
      }
    }
  })
  const saved = await ask("createPaymentInstrument", {
    body: { customer, checkout_session: idOf(session) }
  })
  return idOf(saved)
}

const declines = async ({ ask, encryptCard }: ExampleShop): Promise<void> => {
  const session = await ask("createCheckoutSession", { body: { amount: "1250", currency: "EUR" } })
  const token = String(session.session_token)
  const card = { ciphertext: await encryptCard("insufficient_funds") }
  await ask("confirmSession", { token, body: { method: "card", card } })
  const challenged = { ciphertext: await encryptCard("three_ds_challenge") }
  await ask("confirmSession", { token, body: { method: "card", card: challenged } })
  await ask("listPayments", { query: { status: "declined" } })
}

const bill = async (shop: ExampleShop, customer: string, card: string): Promise<void> => {
  const { ask, work, encryptCard } = shop
  const plan = await ask("createPlan", {
    body: {
      name: "Twelve bunches",
      amount: "2900",
      currency: "EUR",
      interval: { unit: "month", count: 1 },
      setup_fee: "990",
      end_after_cycles: 12
    }
  })
  const session = await ask("createCheckoutSession", {
    body: { mode: "subscription", plan: idOf(plan), customer, trial_days: 7 }
  })
  const token = String(session.session_token)
  await ask("readSession", { token })
  await ask("confirmSession", {
    token,
    body: { method: "card", card: { ciphertext: await encryptCard() } }
  })
  await ask("retrieveCheckoutSession", { id: idOf(session) })
  await ask("createCheckoutSession", {
    body: {
      mode: "subscription",
      amount: "1900",
      currency: "EUR",
      interval: { unit: "week", count: 2 },
      customer,
      template: shop.template
    }
  })
  await ask("createCheckoutSession", {
    body: {
      amount: "8000",
      currency: "EUR",
      capture_method: "manual",
      authorization: { incremental: true, multiple_captures: true, over_capture: true }
    }
  })
  await ask("updatePlan", { id: idOf(plan), body: { status: "retired" } })
  const own = await ask("createSubscription", {
    body: {
      customer,
      payment_instrument: card,
      amount: "1900",
      currency: "EUR",
      interval: { unit: "week", count: 2 },
      trial_days: 7
    }
  })
  await work()
  const id = idOf(own)
  await ask("updateSubscription", { id, body: { payment_instrument: card } })
  await ask("pauseSubscription", { id, body: { resumes_at: "2026-12-24T09:00:00.000Z" } })
  await ask("cancelSubscription", { id, body: { cancel_at_period_end: false } })
}

const payOtherwise = async ({ ask }: ExampleShop): Promise<void> => {
  const ways = [
    { method: "apm", apm: { type: "sandbox_bank" }, return_url: "https://shop.example/back" },
    { method: "apm", apm: { type: "sandbox_voucher" }, return_url: "https://shop.example/back" },
    {
      method: "apm",
      apm: {
        type: "sandbox_debit",
        details: { name: "Ada Lovelace", account_number: "DE89370400440532013000" }
      },
      return_url: "https://shop.example/back"
    },
    { method: "wallet", wallet: { type: "sandbox_wallet", payload: "eyJ2ZXJzaW9uIjoiRUNfdjEifQ" } }
  ]
  for (const body of ways) {
    const session = await ask("createCheckoutSession", {
      body: { amount: "1250", currency: "EUR" }
    })
    await ask("confirmSession", { token: String(session.session_token), body })
  }
}
