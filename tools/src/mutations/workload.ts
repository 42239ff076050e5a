import { type Audited, audit, type Finding } from "@payloom/auditor"
import {
  chargeThat,
  lookupThat,
  modificationThat,
  sandboxAccounts,
  sandboxBooks,
  storedRows,
  type TestCardName
} from "@payloom/testkit"
import { Clock, Effect } from "effect"
import { type Answer, type Ground, openGround } from "./ground.ts"

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

/** A text that the workload erases. */
const erasedText = "Ada Lovelace"

/**
 * Runs a workload on a new engine and audits it, after each request and at the end. An error of a
 * call ends the workload and is reported to `onError`, because only the audit decides.
 */
export const runWorkload = async (
  name: WorkloadName,
  onError: (error: unknown) => void
): Promise<ReadonlyArray<Finding>> => {
  const { audited, inBetween } = await workedBooks(name, onError)
  return [...inBetween, ...audit(audited)]
}

/** Runs a workload on a new engine. Returns its books, and the findings of audits in between. */
export const workedBooks = async (
  name: WorkloadName,
  onError: (error: unknown) => void
): Promise<{ readonly audited: Audited; readonly inBetween: ReadonlyArray<Finding> }> => {
  const ground = await openGround()
  const { payloom, box, clock, answers, handled, accepted, inBetween } = ground
  await workloads[name](ground).catch(onError)
  await box.notify(payloom).catch(onError)
  await clock.elapse(5 * dayMs, payloom).catch(onError)
  const run = <A, E>(effect: Effect.Effect<A, E>) =>
    Effect.runPromise(Effect.provideService(effect, Clock.Clock, clock))
  const audited: Audited = {
    rows: await run(storedRows(payloom.services.storage)),
    providers: await run(sandboxBooks(box.bank, ["sandbox"])),
    now: clock.now(),
    isSettled: true,
    answers,
    handled,
    accepted,
    erasedTexts: name === "erasures" ? [erasedText] : []
  }
  await payloom.close().catch(onError)
  return { audited, inBetween }
}

/** Pays with a test card, over HTTP. */
const pay = async (
  { box, shop, post }: Ground,
  card: TestCardName,
  more: object = {},
  amount = "1250"
): Promise<Answer> =>
  post("createPayment", "/payments", {
    amount,
    currency: "EUR",
    type: "one_off",
    payment_instrument: await box.saveCard(shop, card),
    ...more
  })

const charges = async (ground: Ground): Promise<void> => {
  const { box, clock, payloom } = ground
  await pay(ground, "approved")
  for (const card of ["insufficient_funds", "cascade", "cascade_exhausted", "not_sent"] as const) {
    await pay(ground, card)
  }
  await pay(ground, "not_sent_anywhere")
  box.script.charge(chargeThat.throwsAfterCharging(), { account: sandboxAccounts.primary })
  box.script.lookup(lookupThat.isUnavailable(), { times: 2 })
  await pay(ground, "approved")
  box.script.charge(chargeThat.hangs(), { account: sandboxAccounts.primary })
  await pay(ground, "approved")
  box.script.charge(chargeThat.settles(hourMs, "insufficient_funds"))
  await pay(ground, "approved")
  box.script.charge(chargeThat.settles(hourMs))
  await pay(ground, "approved")
  await clock.elapse(2 * hourMs, payloom)
}

const lateCharges = async (ground: Ground): Promise<void> => {
  const { box, clock, payloom } = ground
  box.script.charge(chargeThat.appearsLate(3 * dayMs), { account: sandboxAccounts.primary })
  await pay(ground, "approved")
  box.script.charge(chargeThat.isApprovedWithSurplus(100n))
  await pay(ground, "approved")
  await clock.elapse(5 * dayMs, payloom)
  await box.notify(payloom)
  await clock.elapse(dayMs, payloom)
}

const holds = async (ground: Ground): Promise<void> => {
  const { box, post, clock, payloom } = ground
  const hold = () => pay(ground, "approved", { capture_method: "manual" })
  const whole = await hold()
  await post("capturePayment", `/payments/${whole.id}/capture`, {})
  await clock.elapse(minuteMs, payloom)
  const part = await hold()
  box.script.capture(modificationThat.throwsAfterwards())
  await post("capturePayment", `/payments/${part.id}/capture`, { amount: "700" })
  await clock.elapse(hourMs, payloom)
  const voided = await hold()
  await post("voidPayment", `/payments/${voided.id}/void`, {})
  await clock.elapse(minuteMs, payloom)
  const refused = await hold()
  box.script.capture(modificationThat.settles(minuteMs, "processing_error"))
  await post("capturePayment", `/payments/${refused.id}/capture`, {})
  await hold()
  await clock.elapse(9 * dayMs, payloom)
}

const refunds = async (ground: Ground): Promise<void> => {
  const { box, post, clock, payloom } = ground
  const refund = (payment: Answer, body: object) =>
    post("createRefund", `/payments/${payment.id}/refunds`, body)
  const first = await pay(ground, "approved")
  // The consumer fails on the payment's first event, and gets the next one while it waits.
  await clock.elapse(1, payloom)
  await refund(first, { amount: "400" })
  await clock.elapse(minuteMs, payloom)
  await refund(first, { amount: "850" })
  await refund(first, { amount: "1" }).catch(() => undefined)
  await clock.elapse(minuteMs, payloom)
  const second = await pay(ground, "approved")
  box.script.refund(modificationThat.settles(minuteMs, "insufficient_balance"))
  await refund(second, { amount: "100" })
  await clock.elapse(hourMs, payloom)
  box.script.refund(modificationThat.throwsAfterwards())
  await refund(second, { amount: "1250" })
  const third = await pay(ground, "approved")
  box.script.refund(modificationThat.isReversedAfter(hourMs))
  await refund(third, { amount: "300" })
  await clock.elapse(minuteMs, payloom)
  await box.notify(payloom)
  await clock.elapse(2 * hourMs, payloom)
  await box.notify(payloom)
  const fourth = await ground.shop.payments.retrieve((await pay(ground, "approved")).id)
  await Effect.runPromise(box.refund(fourth, { amount: 200n }))
  await box.notify(payloom)
}

const disputes = async (ground: Ground): Promise<void> => {
  const { box, shop, payloom, clock } = ground
  const disputed = async (stages: ReadonlyArray<"won" | "lost">, amount?: bigint) => {
    const payment = await shop.payments.retrieve((await pay(ground, "approved")).id)
    const news = amount === undefined ? {} : { amount }
    const dispute = await Effect.runPromise(box.dispute(payment, news))
    await box.notify(payloom)
    for (const stage of stages) {
      await clock.elapse(hourMs, payloom)
      await Effect.runPromise(box.dispute(payment, { dispute, stage }))
      await box.notify(payloom)
    }
    return payment
  }
  await disputed(["won"])
  await disputed(["lost"])
  const open = await disputed([], 500n)
  await clock.elapse(minuteMs, payloom)
  await ground
    .post("createRefund", `/payments/${open.id}/refunds`, { amount: "800" })
    .catch(() => undefined)
  await ground.post("createRefund", `/payments/${open.id}/refunds`, { amount: "750" })
  const returned = await shop.payments.retrieve((await pay(ground, "approved")).id)
  await Effect.runPromise(box.returnCapture(returned))
  await box.notify(payloom)
}

const sessions = async (ground: Ground): Promise<void> => {
  const { box, post, payer, clock, payloom } = ground
  const open = () =>
    post("createCheckoutSession", "/checkout_sessions", { amount: "990", currency: "EUR" })
  const confirm = async (session: Answer, card: TestCardName, more: object = {}) => {
    const ciphertext = await box.encryptCard(card)
    return clock.until(payer(session).confirm({ method: "card", card: { ciphertext }, ...more }))
  }
  const paid = await open()
  await confirm(paid, "insufficient_funds")
  await confirm(paid, "approved")
  await confirm(paid, "approved").catch(() => undefined)
  for (const passes of [true, false]) {
    const challenged = await open()
    const { action } = await confirm(challenged, "three_ds_challenge")
    const threeDsSessionId = action?.type === "three_ds_challenge" ? action.session : ""
    await Effect.runPromise(box.answerChallenge(threeDsSessionId, passes))
    await clock.until(payer(challenged).confirm({ method: "card", threeDsSessionId }))
  }
  await confirm(await open(), "three_ds_challenge")
  await open()
  await clock.elapse(2 * dayMs, payloom)
}

const subscriptions = async (ground: Ground): Promise<void> => {
  const { box, shop, post, clock, payloom } = ground
  const subscribe = async (card: TestCardName, more: object = {}) => {
    const instrument = await shop.paymentInstruments.retrieve(await box.saveCard(shop, card))
    return post("createSubscription", "/subscriptions", {
      customer: instrument.customer,
      payment_instrument: instrument.id,
      amount: "900",
      currency: "EUR",
      interval: { unit: "month", count: 1 },
      ...more
    })
  }
  await subscribe("approved")
  const canceled = await subscribe("approved")
  const paused = await subscribe("approved")
  const trial = await subscribe("approved", { trial_days: 10 })
  await subscribe("insufficient_funds")
  const plan = await post("createPlan", "/plans", {
    name: "Two months",
    amount: "500",
    currency: "EUR",
    interval: { unit: "week", count: 2 },
    setup_fee: "150",
    end_after_cycles: 2
  })
  const instrument = await shop.paymentInstruments.retrieve(await box.saveCard(shop, "approved"))
  await post("createSubscription", "/subscriptions", {
    customer: instrument.customer,
    payment_instrument: instrument.id,
    plan: plan.id
  })
  await clock.elapse(40 * dayMs, payloom)
  const renewal = { times: 1, account: sandboxAccounts.primary }
  box.script.charge(chargeThat.isDeclined("insufficient_funds"), renewal)
  await post("cancelSubscription", `/subscriptions/${canceled.id}/cancel`, {})
  await post("pauseSubscription", `/subscriptions/${paused.id}/pause`, { behavior: "shift" })
  await clock.elapse(30 * dayMs, payloom)
  await post("resumeSubscription", `/subscriptions/${paused.id}/resume`, {})
  await post("cancelSubscription", `/subscriptions/${trial.id}/cancel`, {
    cancel_at_period_end: false
  })
  box.script.charge(chargeThat.throwsAfterCharging(), renewal)
  await clock.elapse(35 * dayMs, payloom)
}

const erasures = async (ground: Ground): Promise<void> => {
  const { box, shop, post, clock, payloom } = ground
  const customer = await post("createCustomer", "/customers", {
    name: erasedText,
    email: "ada@example.org",
    reference: "ada"
  })
  const card = await box.saveCard(shop, "approved", customer.id)
  await pay(ground, "approved", {
    payment_instrument: card,
    customer: customer.id,
    metadata: { of: erasedText }
  })
  await clock.elapse(hourMs, payloom)
  await shop.customers.erase(customer.id, { idempotencyKey: "erase" })
  await clock.elapse(hourMs, payloom)
}

/** All workloads. Each takes a part of a second. */
const workloads = {
  charges,
  lateCharges,
  holds,
  refunds,
  disputes,
  sessions,
  subscriptions,
  erasures
} satisfies Readonly<Record<string, (ground: Ground) => Promise<void>>>

/** The name of a workload. */
export type WorkloadName = keyof typeof workloads
