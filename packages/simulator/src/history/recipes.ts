import type { Step } from "./History.ts"

/** A step of a recipe: a call with the first of its draws, or time that passes. */
export type Sketch =
  | { readonly call: string; readonly draws: ReadonlyArray<number> }
  | { readonly passMs: number }

/** A step of a combination, which may be a fault. */
export type Direction = Sketch | { readonly meets: Step }

const second = 1000
const minute = 60 * second
const hour = 3_600_000
const day = 24 * hour

const call = (name: string, ...draws: ReadonlyArray<number>): Sketch => ({ call: name, draws })
const pass = (passMs: number): Sketch => ({ passMs })

/**
 * A customer with three cards, which are approved, declined and challenged. Ids of different times
 * are in order, so the first card of the recipe is the first one of the list.
 */
const customer: ReadonlyArray<Sketch> = [
  call("customers.create", 0),
  ...[0, 3, 8].flatMap((behavior) => [call("cards.save", behavior, 0, 0, 0), pass(1)])
]
const paid = call("payments.create", 0, 0, 0, 0, 3, 0, 0)
const notedPayment = call("payments.create", 0, 0, 0, 0, 3, 0, 0, 99)
const held = call("payments.create", 0, 99, 0, 99, 3, 0)
const capturePart = call("payments.capture", 99, 0, 0, 99, 30)
const captureRest = call("payments.capture", 99, 0, 99, 0)
const refundPart = call("payments.refund", 99, 0, 0, 20)
const refundAll = call("payments.refund", 99, 0, 99)
const notified: ReadonlyArray<Sketch> = [pass(second), call("bank.notify", 0), pass(second)]
const disputed = (stage: number, share: number): ReadonlyArray<Sketch> => [
  call("bank.dispute", 0, 0, stage, share),
  ...notified
]
const returned = [call("bank.returnCapture", 0, 0), ...notified]
const partReturned = [call("bank.returnCapture", 0, 99, 0), ...notified]
const capturedAgain = [call("bank.captureAgain", 0, 0), ...notified]
const reversed = (share: number): ReadonlyArray<Sketch> => [
  call("bank.refundAtDesk", 0, share, 0, 0, 99),
  ...notified,
  pass(4 * hour)
]
const refundReversed = reversed(30)

const session = [call("checkout.create", 0, 0, 0, 3), call("payer.read", 0)]
const confirm = (behavior: number): Sketch => call("payer.confirm", 0, 0, 0, behavior, 0)
const challengedAtOnce = call("payer.confirm", 0, 0, 0, 8, 2)
const sentNowhere = call("payer.confirm", 0, 0, 0, 5, 1)
const declinedTenTimes = Array.from({ length: 10 }, () => confirm(3))
const challenged = [confirm(8), call("bank.answerChallenge", 0, 99)]
const answered = call("payer.confirm", 0, 7, 0)

const redirected = call("payer.confirm", 0, 4, 0, 0)
const payerRefuses = call("bank.answerPayer", 0, 0)
const payerApproves = call("bank.answerPayer", 0, 99)
const voucher = call("payer.confirm", 0, 4, 0, 1)
const ending = [
  call("plans.create", 0, 3, 0, 0, 0, 99, 0),
  call("subscriptions.create", 0, 99, 0),
  pass(31 * day)
]

const subscribed = call("subscriptions.create", 0, 0, 0, 0, 3, 0)
const trial = call("subscriptions.create", 0, 0, 99, 0, 0, 3, 0)
const moveToBadCard = call("subscriptions.update", 0, 0, 1)
const moveToGoodCard = call("subscriptions.update", 0, 0, 0)
const pause = call("subscriptions.pause", 99, 0, 0, 0, 0)
const resume = call("subscriptions.resume", 99, 0)
const portal = [call("portalSessions.create", 0), call("portal.read", 0)]
const takenOver = [
  call("imports.start", 0),
  call("imports.copy", 0, 99, 0, 0, 0),
  call("imports.move", 0, 99, 0, 0),
  call("imports.takeOver", 0, 99, 0, 0, 0)
]

type Recipe = readonly [of: string, ...steps: ReadonlyArray<Sketch>]

/** The ways to transitions. The first entry whose name begins like the transition counts. */
const toTransitions: ReadonlyArray<Recipe> = [
  ["Payment: partially_refunded to failed", paid, refundPart, pass(second), ...returned],
  ["Payment: refunded to failed", paid, refundAll, pass(second), ...returned],
  ["Payment: partially_captured to failed", held, capturePart, pass(second), ...returned],
  ["Payment: failed to partially_refunded", paid, refundPart, ...returned, ...capturedAgain],
  ["Payment: failed to refunded", paid, refundAll, pass(second), ...returned, ...capturedAgain],
  ["Payment: failed to partially_captured", held, capturePart, ...returned, ...capturedAgain],
  ["Payment: failed to succeeded", paid, ...returned, ...capturedAgain],
  ["Payment: failed to authenticating", ...session, sentNowhere, challengedAtOnce],
  ["Payment: failed to ", ...session, confirm(5), confirm(0)],
  ["Payment: refunded to partially_refunded", paid, refundPart, ...refundReversed, ...notified],
  [
    "Payment: refunded to partially_captured",
    held,
    capturePart,
    pass(second),
    ...refundReversed,
    ...notified
  ],
  ["Payment: refunded", paid, ...refundReversed, ...notified],
  [
    "Payment: partially_refunded to partially_captured",
    held,
    capturePart,
    pass(second),
    ...reversed(5),
    ...notified
  ],
  ["Payment: partially_refunded", held, capturePart, pass(second), ...refundReversed, ...notified],
  ["Payment: succeeded to partially_captured", held, capturePart, captureRest, ...partReturned],
  ["Payment: partially_captured", held, capturePart, pass(second), captureRest, refundPart],
  ["Payment: requires_payment", call("payments.create", 0, 0, 99, 3), call("payments.cancel", 99)],
  ["Payment: declined", ...session, confirm(3), ...challenged, answered],
  ["Payment: ", ...session, ...challenged, answered, pass(hour)],
  ["Checkout session: processing to expired", ...session, confirm(8), pass(2 * day)],
  ["Checkout session: processing to failed", ...session, ...declinedTenTimes],
  ["Checkout session: ", ...session, confirm(3)],
  [
    "Attempt: declined to late_charged",
    ...session,
    voucher,
    pass(4 * day),
    payerApproves,
    ...notified
  ],
  ["Attempt: requires_action to declined", ...session, redirected, payerRefuses, ...notified],
  [
    "Attempt: requires_action to failed",
    ...session,
    redirected,
    payerApproves,
    call("bank.refundUnheard", 0),
    pass(31 * day)
  ],
  ["Attempt: requires_action", ...session, redirected, call("payer.confirm", 0, 6, 0, 0, 1)],
  ["Attempt: pending to requires_action", ...session, redirected],
  ["Attempt: ", paid, ...returned, ...capturedAgain],
  ["Capture, void and increment: ", held, capturePart, captureRest, ...returned, ...capturedAgain],
  ["Refund: ", paid, ...refundReversed, ...notified],
  ["Subscription: trialing to past_due", trial, moveToBadCard, pass(4 * day)],
  ["Subscription: active to expired", ...ending, pass(31 * day)],
  ["Subscription: trialing", trial, pass(day), pause],
  ["Subscription: paused to trialing", trial, pass(day), pause, pass(day), resume],
  ["Subscription: paused to past_due", subscribed, moveToBadCard, pass(31 * day), pause, resume],
  ["Subscription: past_due to active", subscribed, moveToBadCard, pass(31 * day), moveToGoodCard],
  ["Subscription: past_due to paused", subscribed, moveToBadCard, pass(31 * day), pause],
  ["Subscription: past_due", subscribed, moveToBadCard, pass(31 * day), pass(31 * day)],
  ["Subscription: paused", subscribed, pass(day), pause, pass(day), resume],
  ["Subscription: ", subscribed, pass(31 * day)],
  ["Billing cycle: paid to retrying", subscribed, pass(second), ...returned, pass(2 * day)],
  ["Billing cycle: retrying", subscribed, moveToBadCard, pass(31 * day), pass(31 * day)],
  ["Billing cycle: ", subscribed, pass(31 * day), pause, pass(31 * day), resume, pass(31 * day)],
  [
    "Dispute: ",
    paid,
    ...Array.from({ length: 12 }, (_, stage) => call("bank.dispute", 0, 0, stage, 50)),
    ...notified
  ]
]

/** The ways to objects that operations need. */
const toOperations: ReadonlyArray<Recipe> = [
  ["disputes.", paid, pass(second), ...disputed(2, 50)],
  ["customers.erase", notedPayment, refundPart, pass(hour), call("customers.erase", 0), pass(hour)],
  ["templates.", call("templates.create", 0)],
  ["portal.payOverdue", subscribed, moveToBadCard, pass(31 * day), ...portal],
  ["portal.receipt", subscribed, pass(second), ...portal],
  ["portal.resume", subscribed, pass(second), pause, ...portal],
  ["portal.undoCancel", subscribed, call("subscriptions.cancel", 0, 0), ...portal],
  ["portal", subscribed, pass(second), ...portal],
  ["payer.", ...session],
  ["checkout.", ...session],
  ["paymentInstruments.create", ...session, confirm(0), pass(second)],
  ["notifications.", paid, pass(second), call("bank.contradict", 0, 0, 0, 3), pass(second)],
  ["alerts.", paid, pass(second), ...returned, call("alerts.take", 0), call("alerts.resolve", 0)],
  ["webhooks.", call("webhooks.create", 0, 0), paid, pass(second), pass(hour)],
  ["subscriptions.recoverySession", subscribed, moveToBadCard, pass(31 * day)],
  ["subscriptions.undoCancel", subscribed, call("subscriptions.cancel", 0, 0)],
  ["subscriptions.", subscribed, pass(second)],
  ["payments.resolveAttempt", paid, ...returned, call("bank.captureAgain", 0)],
  ["payments.increment", held, call("payments.incrementAuthorization", 99, 0, 99)],
  ["payments.cancel", call("payments.create", 0, 0, 99, 3)],
  ["payments.", held, paid, pass(second)],
  ["tenants.revokeApiKey", call("tenants.createApiKey", 0)],
  ["imports.", ...takenOver],
  ["bank.answerPayer", ...session, redirected],
  ["bank.answerChallenge", ...session, confirm(8)],
  ["bank.", paid, held, pass(second)],
  ["ledger.", paid, pass(second)],
  ["events.", paid, pass(second)]
]

/** Things that find an error only together. Single steps by chance seldom bring them about. */
const combinations: ReadonlyArray<ReadonlyArray<Direction>> = [
  // Refunds of money that the bank has reserved for a dispute.
  [paid, pass(second), ...disputed(2, 50), refundAll, pass(minute)],
  // A dispute that holds money and gives it back.
  [paid, pass(second), ...disputed(2, 99), ...disputed(7, 99)],
  // An erasure of a customer about whom several rows have a text.
  [
    notedPayment,
    refundPart,
    pass(hour),
    call("customers.update", 0),
    call("customers.erase", 0),
    pass(2 * hour)
  ],
  // Webhooks that are refused.
  [
    call("webhooks.create", 0, 0),
    { meets: { _tag: "ReceiverFault", meets: "refuses", times: 3 } },
    paid,
    pass(minute)
  ],
  // Events of one payment behind one that the consumer failed on, and failed on again.
  [
    pass(minute),
    { meets: { _tag: "ConsumerFault", meets: "fails", times: 2 } },
    held,
    pass(second),
    capturePart,
    pass(second),
    captureRest,
    pass(hour)
  ]
]

/** The beginnings of histories that lead to no certain thing. */
export const beginnings: ReadonlyArray<ReadonlyArray<Direction>> = combinations.map((steps) => [
  ...customer,
  ...steps
])

/** Returns the steps that lead to a transition or to an operation. Empty if there is no recipe. */
export const recipeFor = (name: string): ReadonlyArray<Sketch> => {
  const found = [...toTransitions, ...toOperations].find(([of]) => name.startsWith(of))
  if (found === undefined) return []
  const [, ...steps] = found
  return [...customer, ...(steps as ReadonlyArray<Sketch>)]
}

/** The steps of all recipes of operations. */
export const allSketches: ReadonlyArray<Sketch> = [
  ...customer,
  ...toOperations.flatMap(([, ...steps]) => steps as ReadonlyArray<Sketch>)
]
