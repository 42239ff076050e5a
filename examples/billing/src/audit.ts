import { type ExpectedCycle, expectedOf, type Life, price } from "./lives.ts"
import { pastDueFindings } from "./pastDue.ts"

/** A stored row. Amounts are strings of digits. */
export type Document = Readonly<Record<string, unknown>>

type Documents = Iterable<Document> | AsyncIterable<Document>

/** The stored rows for the audit. */
export interface Books {
  readonly billing_cycles: Documents
  readonly payments: Documents
  /** The events of subscriptions that became past due. */
  readonly past_due: Documents
  /** The ids of subscriptions, by the number of the subscriber. */
  readonly subscriptions: ReadonlyMap<number, string>
  /** The charges that the bank approved, and their sum in minor units. */
  readonly bank: { readonly charges: number; readonly amount: bigint }
}

/** The result of an audit. */
export interface Audit {
  readonly cycles: number
  readonly paid: number
  /** The number of cycles that were paid after a retry. */
  readonly recovered: number
  readonly lost: number
  /** The number of subscriptions that became past due, and of those without a declined card. */
  readonly pastDue: number
  readonly pastDueBlameless: number
  /** At most twenty findings, a sentence each. */
  readonly findings: ReadonlyArray<string>
}

/**
 * Compares the stored rows with the expected cycles, without the engine's code. Each due cycle must
 * exist once, on its date, and be paid by one payment of its price or not at all. The bank must
 * have the same number of charges. A subscription may only be past due if its card was declined.
 */
export const audit = async (
  lives: ReadonlyArray<Life>,
  books: Books,
  by: number
): Promise<Audit> => {
  const { found, all, paid: taken } = await cyclesBySubscription(books.billing_cycles, by)
  const payments = await paymentsByCycle(books.payments)
  const findings: Array<string> = []
  const counts = { cycles: 0, paid: 0, recovered: 0, lost: 0 }
  for (const life of lives) {
    const own = found.get(books.subscriptions.get(life.nth) ?? "") ?? []
    const expected = expectedOf(life, by)
    if (own.length !== expected.length) {
      findings.push(`${life.fate} ${life.nth} has ${own.length} cycles, not ${expected.length}`)
    }
    for (const [at, cycle] of own.entries()) {
      const wrong = wrongWith(cycle, expected[at], payments.get(cycle.id) ?? [])
      if (wrong !== null)
        findings.push(`${life.fate} ${life.nth}, cycle ${cycle.sequence}: ${wrong}`)
      counts.cycles += 1
      if (cycle.status === "paid") counts.paid += 1
      if (cycle.status === "paid" && cycle.attemptCount > 1) counts.recovered += 1
      if (cycle.status === "failed") counts.lost += 1
    }
  }
  const behind = await pastDueFindings(lives, { ...books, cycles: all, payments })
  findings.push(...behind.findings)
  const { charges, amount } = books.bank
  if (charges !== taken || amount !== BigInt(taken) * price) {
    findings.push(`the bank approved ${charges} charges with a sum of ${amount}`)
  }
  return {
    ...counts,
    pastDue: behind.pastDue,
    pastDueBlameless: behind.blameless,
    findings: findings.slice(0, 20)
  }
}

interface Cycle {
  readonly id: string
  readonly sequence: number
  readonly dueAt: number
  readonly status: string
  readonly amount: string
  readonly attemptCount: number
}

const cyclesBySubscription = async (
  documents: Documents,
  by: number
): Promise<{
  readonly found: ReadonlyMap<string, ReadonlyArray<Cycle>>
  /** The ids of the cycles of each subscription. */
  readonly all: ReadonlyMap<string, ReadonlyArray<string>>
  /** The number of paid cycles. */
  readonly paid: number
}> => {
  const cycles = new Map<string, Array<Cycle>>()
  const all = new Map<string, Array<string>>()
  let paid = 0
  for await (const document of documents) {
    const { id, subscription, sequence, dueAt, status, amount, attemptCount } =
      document as unknown as Cycle & { readonly subscription: string }
    if (status === "paid") paid += 1
    const ids = all.get(subscription) ?? []
    ids.push(id)
    all.set(subscription, ids)
    if (dueAt > by || status === "canceled") continue
    const own = cycles.get(subscription) ?? []
    own.push({ id, sequence, dueAt, status, amount, attemptCount })
    cycles.set(subscription, own)
  }
  for (const own of cycles.values()) own.sort((left, right) => left.sequence - right.sequence)
  return { found: cycles, all, paid }
}

/** A payment of a cycle. */
export interface Payment {
  readonly status: string
  readonly amount: string
  readonly currency: string
  readonly decline: { readonly category: string } | null
}

const paymentsByCycle = async (
  documents: Documents
): Promise<ReadonlyMap<string, ReadonlyArray<Payment>>> => {
  const payments = new Map<string, Array<Payment>>()
  for await (const document of documents) {
    const { billingCycle, status, amount, currency, decline } = document as unknown as Payment & {
      readonly billingCycle?: string
    }
    if (billingCycle === undefined) continue
    const own = payments.get(billingCycle) ?? []
    own.push({ status, amount, currency, decline })
    payments.set(billingCycle, own)
  }
  return payments
}

/** Final statuses. A payment is `failed` if a process died before it called the bank. */
const settled: ReadonlySet<string> = new Set(["succeeded", "declined", "failed"])

const wrongWith = (
  cycle: Cycle,
  expected: ExpectedCycle | undefined,
  payments: ReadonlyArray<Payment>
): string | null => {
  if (expected === undefined) return "is not expected"
  if (cycle.dueAt !== expected.dueAt) {
    const [is, wanted] = [cycle.dueAt, expected.dueAt].map((at) => new Date(at).toISOString())
    return `is due ${is}, not ${wanted}`
  }
  if (cycle.status !== expected.status) return `is ${cycle.status}, not ${expected.status}`
  if (BigInt(cycle.amount) !== price) return `costs ${cycle.amount}`
  const taken = payments.filter(({ status }) => status === "succeeded")
  const wanted = expected.status === "paid" ? 1 : 0
  if (taken.length !== wanted) return `was paid ${taken.length} times`
  const other = payments.find(
    ({ amount, currency }) => BigInt(amount) !== price || currency !== "EUR"
  )
  if (other !== undefined) return `was charged ${other.amount} ${other.currency}`
  const open = payments.find(({ status }) => !settled.has(status))
  return open === undefined ? null : `has a payment that is ${open.status}`
}
