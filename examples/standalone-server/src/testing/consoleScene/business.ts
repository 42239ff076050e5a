import { randomUUID } from "node:crypto"
import type { Dispute, Merchant, Payment } from "@payloom/core"
import type { Simulation, TestCardName } from "@payloom/testkit"
import { Clock, Effect } from "effect"
import type { SceneTexts } from "./sceneTexts.ts"

const dayMs = 86_400_000

/** A shop of a scene, and what runs it. */
export interface Stage {
  readonly lab: Simulation
  readonly texts: SceneTexts
  /** The saved test cards, by their name and customer. */
  readonly saved: Map<string, string>
}

/** A customer with a saved card that behaves as the simulation says. */
interface Person {
  readonly id: string
  readonly card: Awaited<ReturnType<Simulation["card"]>>
}

const key = () => ({ idempotencyKey: randomUUID() })

/** Makes a customer with a name, an email address, a reference and an address. */
const makePerson = async ({ lab, texts }: Stage, nth: number): Promise<Person> => {
  const name = texts.name(nth)
  const { id } = await lab.shop.customers.create(
    {
      name,
      email: `customer${nth + 1}@example.com`,
      reference: `C-${1001 + nth}`,
      billingAddress: { country: "DE", postalCode: "10117" },
      metadata: { note: texts.line(nth) }
    },
    key()
  )
  return { id, card: await lab.card({ customer: id }) }
}

/** The ids of plans and subscriptions. */
interface Subscribed {
  readonly plan: string
  readonly active: string
  readonly overdue: string
  readonly people: ReadonlyArray<Person>
}

/** Makes plans, and subscriptions in each of their states, over 93 days. */
export const subscribeAll = async (stage: Stage): Promise<Subscribed> => {
  const { lab, texts } = stage
  const { plans, subscriptions } = lab.shop
  const monthly = { unit: "month", count: 1 } as const
  const yearly = { unit: "year", count: 1 } as const
  const club = { name: "Coffee club", amount: 1250n, currency: "EUR", interval: monthly }
  const plan = (await plans.create({ ...club, metadata: { shelf: "A" } }, key())).id
  const box = { name: texts.name(2), amount: 9900n, currency: "EUR", interval: yearly }
  const trial = { days: 14, amount: 0n }
  const boxes = (await plans.create({ ...box, trial, setupFee: 500n }, key())).id
  const old = { name: "Tea club", amount: 700n, currency: "EUR", interval: monthly }
  const retired = (await plans.create(old, key())).id
  await plans.update(retired, { status: "retired" }, key())
  const people: Array<Person> = []
  for (let nth = 0; nth < 8; nth++) people.push(await makePerson(stage, nth))
  const at = (nth: number): Person => {
    const person = people[nth]
    if (person === undefined) throw new Error("The scene has too few people.")
    return person
  }
  const active = await lab.subscribe({ card: at(0).card, plan })
  const paused = await lab.subscribe({ card: at(1).card, plan })
  await lab.advance("17 days")
  const overdue = await lab.subscribe({ card: at(2).card, plan })
  await lab.advance("45 days")
  await subscriptions.pause(paused.id, { resumesAt: lab.clock.now() + 90 * dayMs }, key())
  at(2).card.becomes("insufficient_funds")
  const ending = await lab.subscribe({
    card: at(3).card,
    amount: 700n,
    interval: { unit: "week", count: 2 }
  })
  await subscriptions.cancel(ending.id, { cancelAtPeriodEnd: true, reason: texts.line(3) }, key())
  await lab.advance("5 days")
  await lab.subscribe({ card: at(4).card, plan: boxes })
  return { plan, active: active.id, overdue: overdue.id, people }
}

/** A payment to make: a test card, minor units, and the seconds after the one before. */
type Planned = readonly [card: TestCardName, amount: bigint, afterMinutes: number, fields?: object]

const usualDay: ReadonlyArray<Planned> = [
  ["approved", 4990n, 70],
  ["approved_mastercard", 1250n, 43],
  ["insufficient_funds", 8900n, 95],
  ["approved_debit", 2350n, 61],
  ["cascade", 12900n, 88],
  ["approved_amex", 31900n, 140],
  ["do_not_honor", 1990n, 37],
  ["approved_germany", 640n, 52],
  ["approved_jcb", 7450n, 119]
]

/** Pays by a test card. Returns the payment as it is when the call is answered. */
export const pay = async (
  { lab, saved }: Stage,
  card: TestCardName,
  amount: bigint,
  fields: { readonly customer?: string; readonly captureMethod?: "manual" } = {}
): Promise<Payment> => {
  const { box, shop, clock } = lab
  const name = `${card} ${fields.customer}`
  const paymentInstrument = saved.get(name) ?? (await box.saveCard(shop, card, fields.customer))
  saved.set(name, paymentInstrument)
  const terms = { amount, currency: "EUR", type: "one_off", paymentInstrument } as const
  return clock.until(shop.payments.create({ ...terms, ...fields }, key()))
}

/** Makes some payments a day for so many days, with more on some days than on others. */
export const payForDays = async (
  stage: Stage,
  days: number,
  people: ReadonlyArray<Person>
): Promise<Array<Payment>> => {
  const { lab } = stage
  const made: Array<Payment> = []
  for (let day = 0; day < days; day++) {
    const until = lab.clock.now() + dayMs
    const several = usualDay.slice(0, 4 + ((day * 5) % 6))
    for (const [nth, [card, amount, afterMinutes]] of several.entries()) {
      await lab.advance(afterMinutes * 60_000)
      const customer = people[(day * 3 + nth) % (people.length + 1)]?.id
      const sum = amount + BigInt(((day * 7 + nth) % 9) * 50)
      made.push(await pay(stage, card, sum, customer === undefined ? {} : { customer }))
    }
    await lab.advance(Math.max(0, until - lab.clock.now()))
  }
  return made
}

/** Disputes some payments. Returns those that wait for evidence, by their deadlines. */
export const disputeSome = async (
  { lab: { box, clock, payloom, shop } }: Stage,
  payments: ReadonlyArray<Payment>
): Promise<ReadonlyArray<Dispute>> => {
  const run = (told: ReturnType<typeof box.dispute>) =>
    Effect.runPromise(Effect.provideService(told, Clock.Clock, clock))
  const paid = payments.filter(({ status }) => status === "succeeded")
  const terms = [
    ["10.4", 12],
    ["13.1", 2],
    ["13.2", 5],
    ["12.5", 40]
  ] as const
  for (const [nth, [reason, days]] of terms.entries()) {
    const payment = paid.at(-3 - nth * 2)
    if (payment === undefined) throw new Error("The scene has too few payments.")
    const evidenceDueBy = clock.now() + days * dayMs
    const news = { stage: "evidence_required", evidenceDueBy, reason } as const
    const dispute = await run(box.dispute(payment, news))
    if (nth === 3) await run(box.dispute(payment, { dispute, stage: "won" }))
  }
  await clock.until(box.notify(payloom))
  const open = (await shop.disputes.list()).data.filter(({ stage }) => stage !== "won")
  return open.toSorted((one, other) => (one.evidenceDueBy ?? 0) - (other.evidenceDueBy ?? 0))
}

/** Makes checkout sessions. Returns the id of the one with the most to show. */
export const openSessions = async (
  { texts }: Stage,
  { checkout }: Merchant,
  customer: string
): Promise<string> => {
  const lineItems = [
    { name: texts.line(0), quantity: 1, amount: 2500n },
    { name: texts.line(1), quantity: 2, amount: 2000n }
  ]
  const order = { amount: 4500n, currency: "EUR", description: texts.line(2), customer } as const
  await checkout.create({ amount: 900n, currency: "EUR" }, key())
  const canceled = await checkout.create({ amount: 1900n, currency: "EUR" }, key())
  await checkout.cancel(canceled.id)
  return (await checkout.create({ ...order, lineItems }, key())).id
}
