import fc from "fast-check"
import { expect, it } from "vitest"
import { doByHand } from "./testing/captureByHand.ts"
import {
  type Act,
  interruptedShop,
  paysWith,
  runAtOnce,
  runsDue,
  tells
} from "./testing/interruptedShop.ts"
import { openCheckout } from "./testing/openCheckout.ts"
import { day, minute, openShop, type Shop } from "./testing/openShop.ts"
import { runsOf } from "./testing/runsOf.ts"
import { monthly, newKey, saveAnew, subscribe } from "./testing/subscribing.ts"

/** Makes a history, and returns all that may happen next, by name. */
type Scene = (shop: Shop) => Promise<Readonly<Record<string, Act>>>

const hold: Scene = async (shop) => {
  const payment = await shop.pay("approved", {
    captureMethod: "manual",
    authorization: { incremental: true }
  })
  const { id } = payment
  const told = tells(shop)
  return {
    captures: ({ merchant }) => merchant.payments.capture(id, {}, newKey()),
    capturesPart: ({ merchant }) =>
      merchant.payments.capture(id, { amount: 500n, finalCapture: false }, newKey()),
    voids: ({ merchant }) => merchant.payments.void(id, {}, newKey()),
    increments: ({ merchant }) =>
      merchant.payments.incrementAuthorization(id, { amount: 100n }, newKey()),
    capturedByHand: async (process) => {
      await doByHand(shop, "capture", payment)
      await told(process)
    },
    voidedByHand: async (process) => {
      await doByHand(shop, "void", payment)
      await told(process)
    },
    runsDue
  }
}

const captured: Scene = async (shop) => {
  const payment = await shop.pay("approved")
  const { id } = payment
  const told = tells(shop)
  return {
    refunds: ({ merchant }) => merchant.payments.refund(id, {}, newKey()),
    refundsPart: ({ merchant }) => merchant.payments.refund(id, { amount: 700n }, newKey()),
    isRefundedAtDesk: async (process) => {
      await shop.run(shop.box.refund(payment, { amount: 700n }))
      await told(process)
    },
    isDisputed: async (process) => {
      await shop.run(shop.box.dispute(payment, { amount: 800n }))
      await told(process)
    },
    isReturned: async (process) => {
      await shop.run(shop.box.returnCapture(payment))
      await told(process)
    },
    runsDue
  }
}

const disputed: Scene = async (shop) => {
  const payment = await shop.pay("approved")
  const dispute = await shop.run(shop.box.dispute(payment))
  await shop.box.notify(shop.process().payloom)
  const told = tells(shop)
  const becomes =
    (stage: "won" | "lost"): Act =>
    async (process) => {
      await shop.run(shop.box.dispute(payment, { dispute, stage }))
      await told(process)
    }
  return {
    isWon: becomes("won"),
    isLost: becomes("lost"),
    refunds: ({ merchant }) => merchant.payments.refund(payment.id, {}, newKey()),
    isTold: told
  }
}

const unknown: Scene = async (shop) => {
  const payment = await shop.pay("pending")
  await shop.clock.advance(minute)
  const attempt = payment.attempts[0] ?? ""
  const providerReference = `ch_${attempt}`
  return {
    isTold: tells(shop),
    isLookedUp: runsDue,
    isResolved: ({ merchant }) =>
      merchant.payments.resolveAttempt(attempt, {
        _tag: "Charged",
        captured: true,
        providerReference
      }),
    isCanceled: ({ merchant }) => merchant.payments.cancel(payment.id)
  }
}

const session: Scene = async (shop) => {
  const checkout = await openCheckout(shop)
  const { id } = checkout
  return {
    isPaid: await paysWith(shop, checkout, "approved"),
    isPaidByAnother: await paysWith(shop, checkout, "cascade"),
    isDeclined: await paysWith(shop, checkout, "insufficient_funds"),
    isCanceled: ({ merchant }) => merchant.checkout.cancel(id),
    runsDue
  }
}

const subscription: Scene = async (shop) => {
  const { id, customer, card } = await subscribe(shop)
  const { id: paymentInstrument } = await saveAnew(shop, "approved", customer)
  await shop.clock.advance(32 * day)
  return {
    isBilled: runsDue,
    isCanceled: ({ merchant }) => merchant.subscriptions.cancel(id, {}, newKey()),
    isCanceledNow: ({ merchant }) =>
      merchant.subscriptions.cancel(id, { cancelAtPeriodEnd: false }, newKey()),
    isPaused: ({ merchant }) => merchant.subscriptions.pause(id, {}, newKey()),
    getsAnotherCard: ({ merchant }) =>
      merchant.subscriptions.update(id, { paymentInstrument }, newKey()),
    losesItsCard: ({ merchant }) => merchant.paymentInstruments.detach(card),
    losesItsNextCard: ({ merchant }) => merchant.paymentInstruments.detach(paymentInstrument),
    losesItsCustomer: ({ merchant }) => merchant.customers.erase(customer, newKey())
  }
}

const customer: Scene = async (shop) => {
  const { id, customer } = await saveAnew(shop, "approved")
  const ciphertext = await shop.box.encryptCard("approved")
  const order = { amount: 1250n, currency: "EUR", type: "one_off" } as const
  return {
    isErased: ({ merchant }) => merchant.customers.erase(customer, newKey()),
    isChanged: ({ merchant }) => merchant.customers.update(customer, { name: "Ada" }, newKey()),
    savesCard: ({ merchant }) => merchant.cards.save({ ciphertext, customer }),
    losesCard: ({ merchant }) => merchant.paymentInstruments.detach(id),
    pays: ({ merchant }) => merchant.payments.create({ ...order, paymentInstrument: id }, newKey()),
    subscribes: ({ merchant }) =>
      merchant.subscriptions.create({ customer, paymentInstrument: id, ...monthly }, newKey()),
    opensCheckout: ({ merchant }) =>
      merchant.checkout.create({ amount: 1250n, currency: "EUR", customer }, newKey()),
    opensPortal: ({ merchant }) =>
      merchant.portalSessions.create({ customer, allow: ["receipts"] }, newKey())
  }
}

/** Lets time pass after a history, so that something is due. */
const after =
  (ms: number, scene: Scene): Scene =>
  async (shop) => {
    const acts = await scene(shop)
    await shop.clock.advance(ms)
    return acts
  }

const scenes: Readonly<Record<string, Scene>> = {
  hold,
  expiringHold: after(8 * day, hold),
  captured,
  disputed,
  unknown,
  session,
  expiringSession: after(2 * day, session),
  subscription,
  customer
}

it("two processes that do anything to one object at once lose nothing", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...Object.keys(scenes)),
      fc.nat(100),
      fc.nat(100),
      fc.integer({ min: 1, max: 40 }),
      async (scene, first, meanwhile, read) => {
        const ground = await interruptedShop(openShop)
        const acts = Object.entries(await (scenes[scene] as Scene)(ground.shop))
        const [one, act] = acts[first % acts.length] as readonly [string, Act]
        const [two, next] = acts[meanwhile % acts.length] as readonly [string, Act]
        const { broken } = await runAtOnce(ground, { first: act, meanwhile: next }, read)
        const findings = [...broken, ...(await ground.shop.audit())]
        expect({ one, two, read, findings }).toEqual({ one, two, read, findings: [] })
      }
    ),
    { numRuns: runsOf(2000), seed: 20_261_127 }
  )
})
