import {
  AttemptCollection,
  type AttemptRecord,
  BillingCycleCollection,
  CheckoutSessionCollection,
  DisputeCollection,
  isInFlight,
  type Job,
  JobCollection,
  type LedgerGroup,
  LedgerGroupCollection,
  ModificationCollection,
  PaymentCollection,
  type PaymentRecord,
  type Scope,
  type StorageReads,
  SubscriptionCollection
} from "@payloom/core"
import { Clock, Effect } from "effect"
import type { SandboxBank } from "../sandbox/SandboxBank.ts"
import { everyRow, everyScope } from "./everyRow.ts"
import { feedFindings } from "./feedFindings.ts"
import { isRefundedInFull, moneyFindings } from "./moneyFindings.ts"
import type { PaymentFile } from "./PaymentFile.ts"
import { sessionFindings } from "./sessionFindings.ts"
import { type SubscriptionFile, subscriptionFindings } from "./subscriptionFindings.ts"
import { sumFindings } from "./sumFindings.ts"

/** The subject of an audit: a merchant's rows, and the bank that took the charges. */
export interface Audited {
  readonly storage: StorageReads
  readonly scope: Scope
  readonly bank: SandboxBank
  /**
   * The names of the providers that charge at this bank. A charge of another provider is compared
   * only if the bank knows its reference. If absent, all providers charge here.
   */
  readonly providers?: ReadonlyArray<string>
}

/**
 * Audits the books of a merchant. Run all due jobs first. Returns one sentence for each error, so
 * an empty list means that the books are correct. The audit checks these rules:
 *
 * - Nothing is charged, captured, voided or refunded twice.
 * - The attempts of a payment are serial.
 * - Every amount agrees with the bank and the ledger. The ledger balances, and agrees with the
 *   sums that the store keeps.
 * - Subscriptions agree with their cycles and payments. There are no gaps between cycles.
 * - Every row that waits has the job that continues it. No job is overdue.
 *
 * The audit compares with the bank's present state. A change at the bank that the engine has not
 * received yet is an error.
 *
 * @example
 * ```ts
 * expect(await Effect.runPromise(auditPayments({ storage, scope, bank }))).toEqual([])
 * ```
 */
export const auditPayments = Effect.fnUntraced(function* (audited: Audited) {
  return [...(yield* doubledFindings(audited.bank)), ...(yield* scopeFindings(audited))]
})

/** Audits all merchants of an engine, in both modes, and the feed of events. */
export const auditEngine = Effect.fnUntraced(function* (audited: Omit<Audited, "scope">) {
  const findings = [
    ...(yield* doubledFindings(audited.bank)),
    ...(yield* feedFindings(audited.storage))
  ]
  for (const scope of yield* everyScope(audited.storage)) {
    findings.push(...(yield* scopeFindings({ ...audited, scope })))
  }
  return findings
})

const doubledFindings = (bank: SandboxBank) =>
  Effect.map(bank.doubled(), (doubled) =>
    doubled.map(({ kind, reference, times }) => `${kind} of ${reference} was made ${times} times`)
  )

const scopeFindings = Effect.fnUntraced(function* (audited: Audited) {
  const { storage, scope } = audited
  const payments = yield* everyRow(storage, scope, PaymentCollection)
  const groups = yield* everyRow(storage, scope, LedgerGroupCollection)
  const jobs = yield* everyRow(storage, scope, JobCollection)
  const sessions = yield* everyRow(storage, scope, CheckoutSessionCollection)
  const now = yield* Clock.currentTimeMillis
  const kept = new Set(jobs.map(({ kind, subject }) => `${kind}:${subject}`))
  const files = yield* paymentFiles(audited, payments, groups, kept)
  const subscriptions = yield* subscriptionFiles(audited, payments, kept)
  const paidIn = Map.groupBy(payments, ({ checkoutSession }) => checkoutSession)
  const returned = new Set<string>(
    files.flatMap(({ payment, attempts }) =>
      attempts.some(({ status }) => status === "returned") ? [payment.id] : []
    )
  )
  return [
    ...files.flatMap((file) =>
      [...serialFindings(file), ...jobFindings(file), ...moneyFindings(file)].map(
        (finding) => `${file.payment.id} (${file.payment.status}): ${finding}`
      )
    ),
    ...sessions.flatMap((session) =>
      sessionFindings(session, paidIn.get(session.id) ?? [], kept, returned)
    ),
    ...subscriptions.flatMap(subscriptionFindings),
    ...jobs.filter((job) => isLeftBehind(job, now)).map(({ kind }) => `a ${kind} job is overdue`),
    ...balanceFindings(groups),
    ...(yield* sumFindings(storage, scope, LedgerGroupCollection, groups))
  ] satisfies ReadonlyArray<string>
})

const paymentFiles = Effect.fnUntraced(function* (
  { storage, scope, bank, providers }: Audited,
  payments: ReadonlyArray<PaymentRecord>,
  groups: ReadonlyArray<LedgerGroup>,
  jobs: ReadonlySet<string>
) {
  const attempts = yield* everyRow(storage, scope, AttemptCollection)
  const modifications = yield* everyRow(storage, scope, ModificationCollection)
  const disputes = yield* everyRow(storage, scope, DisputeCollection)
  const charges = Map.groupBy(yield* bank.charges(), ({ reference }) => reference)
  const changes = Map.groupBy(yield* bank.modifications(), ({ charge }) => charge)
  const attemptsOf = Map.groupBy(attempts, ({ payment }) => payment)
  const disputesOf = Map.groupBy(disputes, ({ payment }) => payment)
  const modificationsOf = Map.groupBy(modifications, ({ payment }) => payment)
  const groupsOf = Map.groupBy(groups, ({ payment }) => payment)
  const chargingHere = providers === undefined ? null : new Set(providers)
  return payments.map((payment): PaymentFile => {
    const own = (attemptsOf.get(payment.id) ?? []).toSorted(
      (left, right) => placeIn(payment, left) - placeIn(payment, right)
    )
    return {
      payment,
      attempts: own,
      modifications: modificationsOf.get(payment.id) ?? [],
      disputes: disputesOf.get(payment.id) ?? [],
      groups: groupsOf.get(payment.id) ?? [],
      charges: own.flatMap(({ id }) => charges.get(id) ?? []),
      changes: own.flatMap(({ id }) => changes.get(id) ?? []),
      jobs,
      providers: chargingHere
    }
  })
})

const subscriptionFiles = Effect.fnUntraced(function* (
  { storage, scope }: Audited,
  payments: ReadonlyArray<PaymentRecord>,
  jobs: ReadonlySet<string>
) {
  const subscriptions = yield* everyRow(storage, scope, SubscriptionCollection)
  const cycles = yield* everyRow(storage, scope, BillingCycleCollection)
  const cyclesOf = Map.groupBy(cycles, ({ subscription }) => subscription)
  const givenBack = new Set<string>(
    (yield* everyRow(storage, scope, ModificationCollection))
      .filter(({ purpose }) => purpose === "ended_subscription")
      .map(({ payment }) => payment)
  )
  const returned = new Set<string>(
    (yield* everyRow(storage, scope, AttemptCollection))
      .filter(({ status }) => status === "returned")
      .map(({ payment }) => payment)
  )
  const paying = Map.groupBy(payments, ({ billingCycle }) => billingCycle ?? "")
  return subscriptions.map((subscription): SubscriptionFile => {
    const own = cyclesOf.get(subscription.id) ?? []
    return {
      subscription,
      cycles: own.toSorted((left, right) => left.sequence - right.sequence),
      payments: own.flatMap(({ id }) => paying.get(id) ?? []),
      givenBack,
      returned,
      jobs
    }
  })
})

/**
 * Several processes can create ids in one millisecond, so ids alone don't give the order. The
 * payment's list does.
 */
const placeIn = ({ attempts }: PaymentRecord, { id }: AttemptRecord): number => {
  const place = attempts.indexOf(id)
  return place < 0 ? attempts.length : place
}

/**
 * Returns true if a job is due and not leased. Deliveries of webhooks don't count, because they
 * wait for the endpoint and for a process that delivers.
 */
const isLeftBehind = ({ kind, dueAt, leasedUntil }: Job, now: number): boolean =>
  dueAt <= now && (leasedUntil ?? dueAt) <= now && !kind.startsWith("deliver_webhook/")

const serialFindings = ({ payment, attempts }: PaymentFile): ReadonlyArray<string> => {
  const ids = attempts.map(({ id }) => id)
  const named = [...payment.attempts]
  const overlaps = attempts.slice(1).filter((attempt, position) => {
    const before = attempts[position]
    return before?.settledAt == null || before.settledAt > attempt.created
  })
  return [
    ...(named.sort().join() === ids.sort().join() ? [] : ["names other attempts than it has"]),
    ...overlaps.map(({ id }) => `${id} began before the previous attempt was settled`),
    ...(attempts.filter(isInFlight).length > 1 ? ["has several attempts in flight"] : [])
  ]
}

const jobFindings = (file: PaymentFile): ReadonlyArray<string> => {
  const { payment, attempts, modifications, jobs } = file
  const wanted = [
    ...attempts.filter(isInFlight).map(({ id }) => `recover_attempt:${id}`),
    ...modifications
      .filter(({ status }) => status === "pending")
      .map(({ id }) => `carry_out_modification:${id}`),
    ...keptGiveBacks(file).map(({ id }) => `retry_give_back:${id}`),
    ...(payment.status === "authorized" ? [`expire_authorization:${payment.id}`] : []),
    ...(payment.status === "requires_payment" ? [expiryOf(payment)] : [])
  ]
  return wanted.filter((job) => !jobs.has(job)).map((job) => `lacks the job ${job}`)
}

const mostGiveBacks = 9

/**
 * Returns the failed give-backs that must be retried, unless the money went back in another way.
 */
const keptGiveBacks = ({
  payment,
  attempts,
  modifications
}: PaymentFile): PaymentFile["modifications"] => {
  const isGivenBackByHand = modifications.some(
    ({ kind, purpose, status }) =>
      kind === "refund" && purpose === "merchant" && status !== "failed"
  )
  if (isGivenBackByHand || payment.disputed) return []
  const giveBacks = modifications.filter(({ purpose }) => purpose !== "merchant")
  return [...Map.groupBy(giveBacks, ({ attempt }) => attempt)].flatMap(([id, all]) => {
    const attempt = attempts.find((one) => one.id === id)
    const refunds = all.filter(({ kind }) => kind === "refund")
    if (attempt?.status === "returned") return []
    if (attempt !== undefined && isRefundedInFull(attempt, refunds)) return []
    const own = all.filter(({ origin }) => origin === undefined)
    const last = own.at(-1)
    const hasFailed = last?.status === "failed" || last?.status === "reversed"
    return last !== undefined && hasFailed && own.length < mostGiveBacks ? [last] : []
  })
}

/** A payment that waits for the payer of a session expires with the session. */
const expiryOf = ({ id, checkoutSession }: PaymentRecord): string =>
  checkoutSession === null ? `expire_payment:${id}` : `expire_session:${checkoutSession}`

const balanceFindings = (groups: ReadonlyArray<LedgerGroup>): ReadonlyArray<string> => {
  const sums = new Map<string, bigint>()
  for (const { currency, entries } of groups) {
    for (const { amount } of entries) sums.set(currency, (sums.get(currency) ?? 0n) + amount)
  }
  return [...sums].flatMap(([currency, sum]) =>
    sum === 0n ? [] : [`the ledger is off by ${sum} ${currency}`]
  )
}
