import type { Merchant, Payment } from "@payloom/core"
import { Effect } from "effect"
import fc from "fast-check"
import { expect } from "vitest"
import { commitFaults } from "../../faults/mortalStorage.ts"
import { chargeThat } from "../../sandbox/conduct.ts"
import { attempted } from "./attempted.ts"
import { day, hour, type Shop } from "./openShop.ts"
import {
  declineAll,
  declineNoMore,
  moveTo,
  newKey,
  type Subscriber,
  standing
} from "./subscribing.ts"

/** A step that affects a subscription which is paid by a saved debit. */
type Happening = (shop: Shop, subscriber: Subscriber, step: DebitStep) => Promise<unknown>

/** The name of a step with its numbers. `nth` selects a payment, the newest first. */
export interface DebitStep {
  readonly what: string
  readonly days: number
  readonly nth: number
}

const forever = { times: Number.POSITIVE_INFINITY }

const refusals: ReadonlySet<string> = new Set([
  "PauseBehaviorUnsupported",
  "PaymentNotRefundable",
  "StorageUnavailable",
  "SubscriptionEnded",
  "SubscriptionNotPausable",
  "SubscriptionNotPaused"
])

/** A merchant's request may be refused, which is a valid result. */
const merchant =
  (
    does: (
      subscriptions: Merchant["subscriptions"],
      subscriber: Subscriber,
      shop: Shop,
      step: DebitStep
    ) => Promise<unknown>
  ): Happening =>
  (shop, subscriber, step) =>
    attempted(shop, async () => {
      const { subscriptions } = shop.shop()
      await shop
        .until(does(subscriptions, subscriber, shop, step))
        .catch((error: { _tag?: string }) => {
          if (!shop.process().mortal.isDead()) expect([...refusals]).toContain(error._tag)
        })
    })

/** Makes the bank send a notification of every change. */
export const hearOfDebits = (shop: Shop, again = false): Promise<void> =>
  attempted(shop, () => shop.until(shop.box.notify(shop.process().payloom, { again })))

const onPayment =
  (does: (shop: Shop, payment: Payment, step: DebitStep) => Promise<unknown>): Happening =>
  async (shop, { customer }, step) => {
    const payments = (await shop.shop().payments.list({ limit: 100 })).data
    const own = payments.filter(
      (payment) => payment.customer === customer && payment.amount !== 1250n && payment.amount > 0n
    )
    const chosen = own[step.nth % Math.max(own.length, 1)]
    if (chosen !== undefined) await does(shop, chosen, step)
  }

const happenings: Readonly<Record<string, Happening>> = {
  time: (shop, _, { days }) => attempted(shop, () => shop.elapse(days * day)),
  hours: (shop, _, { days }) => attempted(shop, () => shop.elapse(days * hour)),
  declines: async (shop) => declineAll(shop),
  declinesHard: async (shop) => declineAll(shop, "lost_card"),
  approves: async (shop) => declineNoMore(shop),
  takesDays: async (shop, _, { days }) =>
    shop.box.script.charge(chargeThat.settles(days * 12 * hour), forever),
  failsLate: async (shop, _, { days }) =>
    shop.box.script.charge(chargeThat.settles(days * 12 * hour, "nsf"), forever),
  loses: async (shop) => shop.box.script.charge(chargeThat.throws(), forever),
  returns: onPayment(async (shop, payment, { days }) => {
    const rawCode = days % 7 === 0 ? "no_such_card" : "nsf"
    await shop.run(Effect.ignore(shop.box.returnCapture(payment, { rawCode })))
    if (days % 3 > 0) await hearOfDebits(shop)
  }),
  restores: onPayment(async (shop, payment, { days }) => {
    await shop.run(Effect.ignore(shop.box.captureAgain(payment)))
    if (days % 3 > 0) await hearOfDebits(shop)
  }),
  /** The payer disputes a debit, or a dispute of it ends. */
  disputes: onPayment(async (shop, payment, { days }) => {
    const stage = (["evidence_required", "won", "lost"] as const)[days % 3] ?? "won"
    const dispute = `dispute_${payment.id}`
    await shop.run(Effect.ignore(shop.box.dispute(payment, { dispute, stage })))
    if (days % 2 > 0) await hearOfDebits(shop)
  }),
  reports: (shop, _, { days }) => hearOfDebits(shop, days % 2 === 0),
  refunds: onPayment(async (shop, payment, { days }) => {
    const input = days % 2 === 0 ? {} : { amount: 100n }
    await attempted(shop, () =>
      shop.until(shop.shop().payments.refund(payment.id, input, newKey()))
    )
  }),
  pauses: merchant((subscriptions, { id }) => subscriptions.pause(id, {}, newKey())),
  pausesUntil: merchant((subscriptions, { id }, { clock }, { days }) =>
    subscriptions.pause(id, { resumesAt: clock.now() + days * day }, newKey())
  ),
  skipsUntil: merchant((subscriptions, { id }, { clock }, { days }) => {
    const resumesAt = clock.now() + days * day
    return subscriptions.pause(id, { behavior: "skip", resumesAt }, newKey())
  }),
  skips: merchant((subscriptions, { id }) =>
    subscriptions.pause(id, { behavior: "skip" }, newKey())
  ),
  resumes: merchant((subscriptions, { id }) => subscriptions.resume(id, newKey())),
  cancels: merchant((subscriptions, { id }) => subscriptions.cancel(id, {}, newKey())),
  cancelsAtOnce: merchant((subscriptions, { id }) =>
    subscriptions.cancel(id, { cancelAtPeriodEnd: false }, newKey())
  ),
  movesToCard: async (shop, subscriber) => {
    const { status } = await standing(shop, subscriber)
    const isOver = ["canceled", "expired", "terminated"].includes(status)
    if (isOver) return
    // A card is encrypted in real time, so the clock must not be moved meanwhile.
    const moved = () => moveTo(shop, subscriber, "approved_debit")
    await attempted(shop, () => Promise.race([moved(), shop.process().mortal.death()]))
  },
  movesBack: merchant((subscriptions, { id, card }) =>
    subscriptions.update(id, { paymentInstrument: card }, newKey())
  ),
  dies: async (shop) => void (await shop.restart()),
  /** The process dies at one of its next commits. */
  mayDie: async (shop, _, { days, nth }) => {
    const fault = commitFaults[days % commitFaults.length]
    shop.process().mortal.meet((number) => (number === nth + 1 ? fault : undefined))
  }
}

/** Generates a step. Steps of time and of returned money are more frequent. */
export const anyDebitStep: fc.Arbitrary<DebitStep> = fc.record({
  what: fc.oneof(
    { weight: 4, arbitrary: fc.constant("time") },
    { weight: 4, arbitrary: fc.constantFrom("returns", "returns", "restores", "disputes") },
    { weight: 6, arbitrary: fc.constantFrom(...Object.keys(happenings)) }
  ),
  days: fc.integer({ min: 1, max: 25 }),
  nth: fc.nat({ max: 2 })
})

/** Runs a step, and the jobs that become due by it. */
export const happenToDebit = async (
  shop: Shop,
  subscriber: Subscriber,
  step: DebitStep
): Promise<void> => {
  await happenings[step.what]?.(shop, subscriber, step)
  await attempted(shop, shop.work)
}
