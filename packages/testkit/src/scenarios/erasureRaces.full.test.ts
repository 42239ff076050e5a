import { JobCollection, type Merchant, type Payment } from "@payloom/core"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { everyRow } from "../audit/everyRow.ts"
import type { Process } from "./testing/ground.ts"
import { marked, markedRows } from "./testing/markedCustomer.ts"
import { openRace } from "./testing/openRace.ts"
import { day, hour, type Shop } from "./testing/openShop.ts"
import { runsOf } from "./testing/runsOf.ts"
import { newKey } from "./testing/subscribing.ts"
import { answers, webhookSink } from "./testing/webhookSink.ts"

const url = "https://shop.example/hooks"
const money = { amount: 500n, currency: "EUR" } as const

/** A customer with a card and a payment, whose every text has the marker. */
interface Payer {
  readonly customer: string
  readonly card: string
  readonly paid: Payment
}

type Act = (at: Process, payer: Payer) => Promise<unknown>

const metadata = () => ({ of: marked() })

const pay = ({ merchant }: Process, paymentInstrument: string) =>
  merchant.payments.create(
    { ...money, type: "one_off", paymentInstrument, metadata: metadata() },
    newKey()
  )

/** Everything that may happen to a customer while they are erased. */
const acts: Readonly<Record<string, Act>> = {
  pay: (at, { card }) => pay(at, card),
  open_payment: ({ merchant }, { customer }) =>
    merchant.payments.create(
      { ...money, type: "one_off", customer, metadata: metadata() },
      newKey()
    ),
  open_session: ({ merchant }, { customer }) =>
    merchant.checkout.create(
      { ...money, customer, description: marked(), metadata: metadata() },
      newKey()
    ),
  subscribe: ({ merchant }, { customer, card }) =>
    merchant.subscriptions.create(
      {
        ...money,
        customer,
        paymentInstrument: card,
        interval: { unit: "day", count: 1 },
        metadata: metadata()
      },
      newKey()
    ),
  rename: ({ merchant }, { customer }) =>
    merchant.customers.update(customer, { name: marked(), metadata: metadata() }, newKey()),
  refund: ({ merchant }, { paid }) =>
    merchant.payments.refund(paid.id, { amount: 100n, reason: marked() }, newKey()),
  detach: ({ merchant }, { card }) => merchant.paymentInstruments.detach(card),
  work: ({ payloom }) => payloom.runDue(),
  report: ({ payloom }) => payloom.reporting.catchUp(),
  erase: ({ merchant }, { customer }) => merchant.customers.erase(customer, newKey())
}

/** Opens a race in a shop whose endpoint and consumer repeat each event in their errors. */
const openPayer = async (scheduler: fc.Scheduler) => {
  const sink = webhookSink()
  sink.conducts.set(url, ({ body }) => answers(500, body))
  const race = await openRace(scheduler, { webhooks: sink })
  const { shop } = race
  await shop.shop().webhooks.create({ url })
  await shop.process().payloom.events.consume(
    "copies",
    (event) => {
      throw new Error(JSON.stringify(event.data))
    },
    { from: "beginning" }
  )
  const { merchant } = shop.process()
  const given = { email: `${marked()}@example.org`, name: marked(), metadata: metadata() }
  const { id: customer } = await merchant.customers.create(given, newKey())
  const ciphertext = await shop.box.encryptCard("approved")
  const card = await merchant.cards.save({ ciphertext, customer, metadata: metadata() })
  const paid = await pay(shop.process(), card.id)
  const payer: Payer = { customer, card: card.id, paid }
  return { ...race, payer }
}

/** Ends what is in flight, so that the customer can be erased. */
const endAll = async (shop: Shop, { customer }: Payer) => {
  const { checkout, payments, subscriptions }: Merchant = shop.shop()
  for await (const { id, status } of subscriptions.iterate({ customer })) {
    if (status !== "canceled") {
      await subscriptions.cancel(id, { cancelAtPeriodEnd: false, reason: marked() }, newKey())
    }
  }
  for await (const { id, status } of checkout.iterate()) {
    if (status === "created" || status === "active") await checkout.cancel(id)
  }
  for await (const { id, status } of payments.iterate()) {
    if (status === "requires_payment") await payments.cancel(id)
  }
  await shop.elapse(hour)
}

/** Races an erasure with other acts, ends what is in flight, and looks for the marker. */
const eraseAmong = async (scheduler: fc.Scheduler, names: ReadonlyArray<string>) => {
  const { shop, processes, run, payer } = await openPayer(scheduler)
  const outcomes = await run(
    names.map((name, nth) => async () => ({
      name,
      answer: await acts[name]?.(processes[nth % 2 === 0 ? 0 : 1], payer)
    }))
  )
  const isErased = outcomes.some((one) => one.status === "fulfilled" && one.value.name === "erase")
  await endAll(shop, payer)
  if (!isErased) await shop.shop().customers.erase(payer.customer, newKey())
  await shop.elapse(day)
  expect([names, await markedRows(shop)]).toEqual([names, []])
  const jobs = await shop.run(everyRow(shop.storage, shop.shop().scope, JobCollection))
  expect(jobs.filter(({ kind }) => kind === "erase_customer")).toEqual([])
  expect(await shop.audit()).toEqual([])
}

describe("an erasure during everything that may happen to the customer", () => {
  it.each([
    ["acts of which some keep it from beginning", Object.keys(acts)],
    ["acts that let it begin", ["pay", "rename", "refund", "work", "report", "detach"]]
  ])("leaves no text in any row, among %s", (_, among) =>
    fc.assert(
      fc.asyncProperty(
        fc.scheduler(),
        fc.array(fc.constantFrom(...among), { minLength: 1, maxLength: 6 }),
        fc.nat({ max: 6 }),
        (scheduler, names, at) => eraseAmong(scheduler, names.toSpliced(at, 0, "erase"))
      ),
      { numRuns: runsOf(5), seed: 20_261_126 }
    )
  )
})
