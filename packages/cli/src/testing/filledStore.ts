import { type Merchant, Payloom, type PayloomSetup } from "@payloom/core"
import { type Sandbox, sandbox } from "@payloom/testkit"
import { Effect } from "effect"

/** Engines of one test on one sandbox, on any store. */
export interface TestEngines {
  readonly box: Sandbox
  /** Opens an engine on a store. The engine runs due jobs only when the test calls `runDue`. */
  readonly open: (storage: PayloomSetup<unknown>["storage"]) => Promise<Payloom>
}

/** Creates engines that share one sandbox and one secret. */
export const testEngines = (): TestEngines => {
  const box = sandbox()
  return {
    box,
    open: (storage) =>
      Payloom.make({ ...box.setup, storage, workers: false, onLog: () => undefined })
  }
}

/** The ids of the rows in a filled store. */
export interface FilledStore {
  readonly merchant: Merchant["scope"]
  readonly payment: string
  readonly subscription: string
  readonly endpoint: string
  readonly card: string
  /** The events that the consumer `half` received. No other consumer received any. */
  readonly seen: ReadonlyArray<string>
}

/** Creates rows of every kind, for two tenants. One of the tenants uses live mode as well. */
export const fillStore = async (
  { box }: TestEngines,
  payloom: Payloom,
  payments = 6
): Promise<FilledStore> => {
  const shop = await box.openShop(payloom)
  const other = await payloom.tenants.create({ displayName: "Other", defaultCurrency: "EUR" })
  const live = payloom.merchant({ tenant: other.id, mode: "live" })
  await live.cards.save({ ciphertext: await box.encryptCard("approved") })
  const endpoint = await shop.webhooks.create({ url: "https://hooks.example/payloom" })
  const card = await box.saveCard(shop, "approved")
  const declined = await box.saveCard(shop, "insufficient_funds")
  const made: Array<string> = []
  const pay = async (nth: number) => {
    const paymentInstrument = nth % 5 === 3 ? declined : card
    const payment = await shop.payments.create(
      { amount: 1250n, currency: "EUR", type: "one_off", paymentInstrument },
      { idempotencyKey: `payment ${nth}` }
    )
    made.push(payment.id)
  }
  for (let nth = 0; nth < payments; nth++) await pay(nth)
  const [payment = ""] = made
  await shop.payments.refund(payment, { amount: 400n }, { idempotencyKey: "refund" })
  await payloom.runDue()
  const seen = await consumeNew(payloom)
  for (let nth = 0; nth < payments; nth++) await pay(payments + nth)
  await Effect.runPromise(box.dispute(await shop.payments.retrieve(made[1] ?? "")))
  const customer = (await shop.paymentInstruments.retrieve(card)).customer
  const subscription = await shop.subscriptions.create(
    {
      customer,
      paymentInstrument: card,
      amount: 900n,
      currency: "EUR",
      interval: { unit: "month", count: 1 }
    },
    { idempotencyKey: "subscription" }
  )
  await shop.checkout.create({ amount: 500n, currency: "EUR" }, { idempotencyKey: "session" })
  await box.notify(payloom)
  await payloom.runDue()
  return {
    merchant: shop.scope,
    payment,
    subscription: subscription.id,
    endpoint: endpoint.id,
    card,
    seen
  }
}

/** Runs a consumer over its new events. Returns the events' ids. */
export const consumeNew = async (payloom: Payloom): Promise<ReadonlyArray<string>> => {
  const seen: Array<string> = []
  const consuming = await payloom.events.consume("half", ({ id }) => void seen.push(id), {
    from: "beginning"
  })
  await payloom.runDue()
  await consuming.stop()
  return seen
}
