import type { Finding } from "../Finding.ts"
import type { Books } from "../rows/Books.ts"
import type {
  Attempt,
  Delivery,
  Endpoint,
  Job,
  Modification,
  Payment,
  Session,
  Subscription
} from "../rows/rowTypes.ts"
import { keptForMs } from "./deliveryFindings.ts"
import { madeAt } from "./madeAt.ts"
import { endedSubscriptions, openAttempts, totalOf } from "./money.ts"

const rule = "jobs-exact"

/** Checks that each row that waits has the job that continues it, and that no job is left over. */
export const jobFindings = (books: Books): ReadonlyArray<Finding> => {
  const missing = wantedJobs(books)
    .filter(([kind, subject]) => !books.hasJob(kind, subject))
    .map(([kind, subject]) => ({
      rule,
      row: subject,
      sentence: `${subject} lacks the job ${kind}.`
    }))
  const names = new Set<string>()
  const others = books.jobs.flatMap((job): ReadonlyArray<Finding> => {
    const name = `${job.kind} ${job.subject}`
    const found = (sentence: string): Finding => ({ rule, row: job.id, sentence })
    const isTwice = names.has(name)
    names.add(name)
    return [
      ...(isTwice ? [found(`There are two jobs ${name}.`)] : []),
      ...(isNeeded(books, job) ? [] : [found(`The job ${name} is left over.`)]),
      ...(isOverdue(books, job) ? [found(`The job ${name} is overdue.`)] : [])
    ]
  })
  return [...missing, ...others]
}

const wantedJobs = (books: Books): ReadonlyArray<readonly [kind: string, subject: string]> => [
  ...books.attempts
    .filter(({ status }) => openAttempts.has(status))
    .map(({ id }) => ["recover_attempt", id] as const),
  ...books.modifications
    .filter(({ status }) => status === "pending")
    .map(({ id }) => ["carry_out_modification", id] as const),
  ...books.payments
    .flatMap((payment) => failedReturns(books, payment))
    .map(({ id }) => ["retry_give_back", id] as const),
  ...books.payments
    .filter(({ status }) => status === "authorized")
    .map(({ id }) => ["expire_authorization", id] as const),
  ...books.payments
    .filter(({ status }) => status === "requires_payment")
    .map(({ id, checkoutSession }) =>
      checkoutSession === null
        ? (["expire_payment", id] as const)
        : (["expire_session", checkoutSession] as const)
    ),
  ...books.payments.flatMap(({ status, checkoutSession }) =>
    status === "authenticating" && checkoutSession !== null
      ? [["expire_authentication", checkoutSession] as const]
      : []
  ),
  ...books.sessions
    .filter(({ status }) => status === "created" || status === "active")
    .map(({ id }) => ["expire_session", id] as const),
  ...books.subscriptions
    .filter((subscription) => isBilled(subscription))
    .map(({ id }) => ["bill_subscription", id] as const),
  ...books.deliveries
    .filter(({ status }) => status === "pending")
    .map(({ id, endpoint }) => [`deliver_webhook/${endpoint}`, id] as const),
  ...books.erasures
    .filter(({ doneAt }) => doneAt === null)
    .map(({ id }) => ["erase_customer", id] as const)
]

/** After so many failures a person has to return the money. */
const mostReturns = 9

/** Returns the failed refunds and voids of money that no merchant wanted. They are made again. */
const failedReturns = (books: Books, { id, disputed }: Payment): ReadonlyArray<Modification> => {
  const all = books.modificationsOf(id)
  const isMadeByHand = all.some(
    ({ kind, purpose, status }) =>
      kind === "refund" && purpose === "merchant" && status !== "failed"
  )
  if (isMadeByHand || disputed) return []
  const returns = all.filter(({ purpose }) => purpose !== "merchant")
  return [...Map.groupBy(returns, ({ attempt }) => attempt)].flatMap(([attempt, own]) => {
    const charged = books.find<Attempt>("attempts", attempt)
    const amount = BigInt(charged?.authorizedAmount ?? charged?.facts.amount ?? 0)
    const live = own.filter(({ kind, status }) => kind === "refund" && isLive(status))
    if (charged?.status === "returned" || totalOf(live) >= amount) return []
    const sent = own.filter(({ origin }) => origin === undefined)
    const last = sent.at(-1)
    const hasFailed = last?.status === "failed" || last?.status === "reversed"
    return last !== undefined && hasFailed && sent.length < mostReturns ? [last] : []
  })
}

const isLive = (status: string): boolean => status === "succeeded" || status === "pending"

/** A paused subscription without a planned end or a cycle to skip waits for its merchant. */
const isBilled = (subscription: Subscription): boolean => {
  const { status, pause, resumesAt, cancelAtPeriodEnd, cycle, skipped, terms } = subscription
  if (endedSubscriptions.has(status)) return false
  if (status !== "paused" || resumesAt !== null || cancelAtPeriodEnd) return true
  const last = terms.endAfterCycles ?? Number.POSITIVE_INFINITY
  return pause?.behavior === "skip" && cycle < last + skipped
}

const isNeeded = (books: Books, { kind, subject }: Job): boolean => {
  switch (kind) {
    case "recover_attempt": {
      const status = books.find<Attempt>("attempts", subject)?.status ?? ""
      // An attempt that was given up is watched for some time.
      return openAttempts.has(status) || status === "failed"
    }
    case "carry_out_modification":
      return books.find<Modification>("modifications", subject)?.status === "pending"
    case "expire_authorization":
    case "alert_authorization": {
      const payment = books.find<Payment>("payments", subject)
      return payment !== undefined && mayBeHeld(books, payment)
    }
    case "expire_payment":
      return books.find<Payment>("payments", subject)?.status === "requires_payment"
    case "expire_session":
      // It stays until the session would have expired.
      return books.find<Session>("checkout_sessions", subject) !== undefined
    case "expire_authentication":
      return books.paymentsOfSession(subject).some(({ status }) => status === "authenticating")
    case "bill_subscription": {
      const found = books.find<Subscription>("subscriptions", subject)
      return found !== undefined && !endedSubscriptions.has(found.status)
    }
    default:
      return !kind.startsWith("deliver_webhook/") || isQueued(books, subject)
  }
}

/** The job of a delivery outlives it. It ends when it falls due or when its endpoint is enabled. */
const isQueued = (books: Books, id: string): boolean => {
  const delivery = books.find<Delivery>("webhook_deliveries", id)
  if (delivery !== undefined) return delivery.status === "pending"
  return madeAt(id) <= books.audited.now - keptForMs
}

/** A part of a hold may be left while other parts are captured, refunded or taken back. */
const mayBeHeld = (books: Books, payment: Payment): boolean =>
  ["authorized", "partially_captured", "partially_refunded", "refunded"].includes(payment.status) ||
  (payment.status === "failed" && books.attemptsOf(payment).at(-1)?.status === "returned")

const isOverdue = (books: Books, { kind, dueAt, leasedUntil }: Job): boolean => {
  const { now, isSettled, ranDueJobs } = books.audited
  const isDelivery = kind.startsWith("deliver_webhook/")
  return (
    (isSettled === true || (ranDueJobs === true && !isDelivery)) &&
    dueAt <= now &&
    (leasedUntil ?? 0) <= now &&
    !waitsForEndpoint(books, kind)
  )
}

/** Deliveries to a disabled endpoint wait until it is enabled. */
const waitsForEndpoint = (books: Books, kind: string): boolean =>
  kind.startsWith("deliver_webhook/") &&
  books.find<Endpoint>("webhook_endpoints", kind.split("/")[1] ?? "")?.status === "disabled"

/** Refunds wait until an operator has decided on a notification of the payment. */
const waitsForOperator = (books: Books, { kind, payment }: Modification): boolean =>
  kind === "refund" && (books.find<Payment>("payments", payment)?.unbooked ?? []).length > 0

/** Checks that nothing is in flight, after all faults have ended and all due jobs have run. */
export const flightFindings = (books: Books): ReadonlyArray<Finding> => {
  if (books.audited.isSettled !== true) return []
  const disputed = books.mismatched
  const undecided = new Set(
    books.attempts.filter(({ id }) => disputed.has(id)).map(({ payment }) => payment)
  )
  const found = (row: string, status: string): Finding => ({
    rule: "nothing-in-flight",
    row,
    sentence: `${row} is still ${status}.`
  })
  return [
    ...books.attempts
      .filter(({ status }) => status === "pending" || status === "unknown")
      .filter(({ id }) => !disputed.has(id))
      .map(({ id, status }) => found(id, status)),
    ...books.modifications
      .filter(({ status }) => status === "pending")
      .filter((row) => !waitsForOperator(books, row))
      .map(({ id, status }) => found(id, status)),
    ...books.cycles
      .filter(({ status, payment }) => status === "charging" && !undecided.has(payment ?? ""))
      .map(({ id, status }) => found(id, status)),
    ...books.parked
      .filter(({ status }) => status !== "set_aside")
      .map(({ id, status }) => found(id, status)),
    ...books.jobs
      .filter(({ leasedUntil }) => leasedUntil !== null)
      // Nobody takes them up again until their endpoint is enabled.
      .filter(({ kind }) => !waitsForEndpoint(books, kind))
      .map(({ id }) => found(id, "leased"))
  ]
}
