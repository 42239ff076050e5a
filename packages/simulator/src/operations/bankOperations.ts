import {
  AttemptCollection,
  type AttemptRecord,
  DisputeStage,
  ModificationCollection,
  type ModificationRecord,
  PaymentCollection,
  type PaymentRecord,
  ThreeDsSessionCollection
} from "@payloom/core"
import { Effect } from "effect"
import { NothingThere } from "../history/Draw.ts"
import { type Choices, happening, type Operation } from "./Operation.ts"

const minute = 60_000
const hour = 60 * minute

const byHand = "by hand of "

/** Returns true if something was done in the provider's dashboard. Such a call meets no faults. */
export const isByHand = (reference: string): boolean => reference.startsWith(byHand)

const captured = (choices: Choices): Promise<PaymentRecord> =>
  choices.row(PaymentCollection, ({ amountCaptured }) => amountCaptured > 0n)

const chargeOf = async ({ ground, draw }: Choices, { attempts }: PaymentRecord) => {
  const charges = await ground.run(ground.box.bank.charges())
  return draw.one(charges.filter(({ reference }) => reference === attempts.at(-1)))
}

/** Chooses one of a payment's captures, or none for all of them. */
const someOf = async (
  choices: Choices,
  { id }: PaymentRecord,
  is: (capture: ModificationRecord) => boolean
): Promise<{ readonly capture?: string }> => {
  if (!choices.draw.chance(40)) return {}
  const capture = await choices.row(
    ModificationCollection,
    (made) => made.kind === "capture" && made.payment === id && is(made)
  )
  return { capture: capture.id }
}

/** The bank took a part of the payment's money back. */
const isShort = ({ status, amount, amountCaptured }: PaymentRecord): boolean =>
  status === "failed" || (amountCaptured > 0n && amountCaptured < amount)

/**
 * Captures or voids in the provider's dashboard. Only a lookup finds it for certain, because a
 * notification alone may come during a void of the engine.
 */
const modifyByHand = (kind: "capture" | "void"): Operation =>
  happening(async (choices) => {
    const { ground, draw } = choices
    const { box } = ground
    if (!box.provider.capabilities.lookup) throw new NothingThere()
    const payment = await choices.row(PaymentCollection, ({ status }) => status === "authorized")
    const { account, reference, providerReference, currency } = await chargeOf(choices, payment)
    const doing = box.provider[kind]({
      reference: byHand + reference,
      charge: { mid: { id: "", credentials: account }, reference, providerReference },
      amount: kind === "void" ? payment.amount : draw.shareOf(payment.amount),
      currency,
      sendBefore: Number.MAX_SAFE_INTEGER
    })
    await ground.run(Effect.forkDetach(Effect.ignoreCause(doing), { startImmediately: true }))
  })

const isBooked = ({ mid, status }: AttemptRecord): boolean =>
  mid !== null && (status === "captured" || status === "authorized")

const isUnderway = ({ status }: AttemptRecord): boolean =>
  status === "pending" || status === "requires_action" || status === "unknown"

/** A bank takes no capture back in the millisecond of another change, so times order them. */
const aMomentLater = ({ ground }: Choices) => ground.clock.advance(1)

/** States that deny a hold. The engine believes that a hold is voided or has expired. */
const deniedHolds = ["declined", "pending", "requires_action"] as const
const deniedCaptures = [...deniedHolds, "voided", "refunded"] as const

/** The bank and the payers, who act without the engine. */
export const bankOperations: Readonly<Record<string, Operation>> = {
  "bank.notify": happening(({ ground, draw }, { payloom }) =>
    ground.box.notify(payloom, { again: draw.chance(30) })
  ),
  "bank.dispute": happening(async (choices) => {
    const { ground, draw } = choices
    const payment = await captured(choices)
    await ground.run(
      ground.box.dispute(payment, {
        dispute: `dispute ${draw.number() % 3} of ${payment.id}`,
        stage: draw.one(DisputeStage.literals),
        amount: draw.shareOf(payment.amount)
      })
    )
  }),
  "bank.refundAtDesk": happening(async (choices) => {
    const { ground, draw } = choices
    const payment = await captured(choices)
    await ground.run(
      ground.box.refund(payment, {
        amount: draw.shareOf(payment.amount),
        ...(draw.chance() ? { settlesAfterMs: draw.one([minute, 2 * hour]) } : {}),
        ...(draw.chance(30) ? { fails: "account_closed" } : {}),
        ...(draw.chance(30) ? { reversesAfterMs: 3 * hour } : {})
      })
    )
  }),
  // The engine has not heard yet that the charge succeeded.
  "bank.refundUnheard": happening(async (choices) => {
    const { id } = await choices.row(AttemptCollection, isUnderway)
    await choices.ground.run(choices.ground.box.refund({ attempts: [id] }))
  }),
  "bank.captureByHand": modifyByHand("capture"),
  "bank.voidByHand": modifyByHand("void"),
  "bank.returnCapture": happening(async (choices) => {
    const payment = await captured(choices)
    const only = await someOf(choices, payment, ({ status }) => status === "succeeded")
    await aMomentLater(choices)
    await choices.ground.run(choices.ground.box.returnCapture(payment, only))
  }),
  "bank.captureAgain": happening(async (choices) => {
    const payment = await choices.row(PaymentCollection, isShort)
    const only = await someOf(choices, payment, ({ wasReturned }) => wasReturned === true)
    await aMomentLater(choices)
    await choices.ground.run(choices.ground.box.captureAgain(payment, only))
  }),
  "bank.answerPayer": happening(async ({ ground, draw }) => {
    const charges = await ground.run(ground.box.bank.charges())
    const waiting = charges.filter(
      ({ state, rawCode }) => state === "requires_action" || rawCode === "payer_too_late"
    )
    await ground.run(ground.box.bank.payerAnswers(draw.one(waiting).reference, draw.chance(70)))
  }),
  "bank.answerChallenge": happening(async (choices) => {
    const { id } = await choices.row(ThreeDsSessionCollection)
    const { ground, draw } = choices
    await ground.run(ground.box.answerChallenge(id, draw.chance(70)))
  }),
  // A notification that denies money that the engine has booked, and the bank too.
  "bank.contradict": happening(async (choices, { payloom }) => {
    const { ground, draw } = choices
    const { id, mid, status } = await choices.row(AttemptCollection, isBooked)
    const charges = await ground.run(ground.box.bank.charges())
    const { amount } = draw.one(
      charges.filter(({ reference, state }) => reference === id && state === status)
    )
    const denials = status === "captured" ? deniedCaptures : deniedHolds
    const fields = draw.chance(20) ? { amount: amount + 1n } : { state: draw.one(denials) }
    const raw = await ground.run(ground.box.notifications.untrue(id, fields))
    await ground.run(payloom.services.background.receiveNotification(mid ?? "", raw))
  }),
  "bank.sendTwice": happening(async (choices, { payloom }) => {
    // A notification of one charge, in its present state, outside of the order of the others.
    const { mid, id } = await choices.row(AttemptCollection, ({ mid }) => mid !== null)
    const { box, run } = choices.ground
    const raw = await run(box.notifications.charge(id))
    const { background } = payloom.services
    await run(background.receiveNotification(mid ?? "", raw))
  })
}
