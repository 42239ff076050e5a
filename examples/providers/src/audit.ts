import {
  AttemptCollection,
  DisputeCollection,
  type Payloom,
  PaymentCollection
} from "@payloom/core"
import { everyRow } from "@payloom/testkit"
import { Effect } from "effect"
import type { Fakes } from "./fakes.ts"
import type { Shop } from "./shop.ts"

/** The result of an audit. */
export interface Audit {
  readonly payments: number
  readonly attempts: { readonly stripe: number; readonly adyen: number }
  /** The number of payments with attempts on a second account. */
  readonly cascaded: number
  readonly refunded: number
  readonly disputes: number
  /** The captured amount minus refunds: in our ledger, and at the providers. */
  readonly ours: string
  readonly theirs: string
  /** At most twenty findings, a sentence each. */
  readonly findings: ReadonlyArray<string>
}

const standsFor: Readonly<Record<string, true>> = { captured: true, authorized: true }

/** Compares our payments with those of both providers, one by one, to the cent. */
export const audit = async (payloom: Payloom, shop: Shop, fakes: Fakes): Promise<Audit> => {
  const { storage } = payloom.services
  const { scope } = shop.merchant
  const [payments, attempts, disputes] = await Effect.runPromise(
    Effect.all([
      everyRow(storage, scope, PaymentCollection),
      everyRow(storage, scope, AttemptCollection),
      everyRow(storage, scope, DisputeCollection)
    ])
  )
  const attemptsOf = Map.groupBy(attempts, ({ payment }) => payment)
  const findings: Array<string> = []
  let ours = 0n
  let theirs = 0n
  for (const payment of payments) {
    const own = attemptsOf.get(payment.id) ?? []
    const amounts = own.map(({ id }) => fakes.amountsOf(id))
    const taken = amounts.reduce((sum, one) => sum + one.taken, 0n)
    const back = amounts.reduce((sum, one) => sum + one.givenBack, 0n)
    const net = payment.amountCaptured - payment.amountRefunded
    ours += net
    theirs += taken - back
    if (net !== taken - back) {
      findings.push(
        `${payment.id}, ${payment.status}, is ${payment.amountCaptured} less ` +
          `${payment.amountRefunded} here, and ${taken} less ${back} there (` +
          `${own.map(({ provider, status }) => `${provider} ${status}`).join(", ")})`
      )
    }
    const charged = own.filter(({ status }) => Object.hasOwn(standsFor, status)).length
    if (charged > 1) findings.push(`${payment.id} was charged ${charged} times`)
  }
  const known = new Set<string>(attempts.map(({ id }) => id))
  for (const reference of fakes.references()) {
    if (!known.has(reference)) findings.push(`the engine does not know ${reference}`)
  }
  findings.push(...doubledOrders(payments), ...(await imbalances(shop)))
  const at = (name: string) => attempts.filter(({ provider }) => provider === name).length
  return {
    payments: payments.length,
    attempts: { stripe: at("stripe"), adyen: at("adyen") },
    cascaded: [...attemptsOf.values()].filter(({ length }) => length > 1).length,
    refunded: payments.filter(({ amountRefunded }) => amountRefunded > 0n).length,
    disputes: disputes.length,
    ours: String(ours),
    theirs: String(theirs),
    findings: findings.slice(0, 20)
  }
}

const doubledOrders = (
  payments: ReadonlyArray<{ readonly metadata: { readonly [key: string]: string } }>
): ReadonlyArray<string> =>
  [...Map.groupBy(payments, ({ metadata }) => metadata.order)].flatMap(([order, own]) =>
    order !== undefined && own.length > 1 && !isSession(own)
      ? [`the order ${order} has ${own.length} payments`]
      : []
  )

/** Returns true for a session, which has a payment for each time that its payer tried. */
const isSession = (payments: ReadonlyArray<object>): boolean =>
  payments.every((payment) => Reflect.get(payment, "session") != null)

const imbalances = async ({ merchant }: Shop): Promise<ReadonlyArray<string>> => {
  const sums = new Map<string, bigint>()
  for (const { currency, balance } of await merchant.ledger.trialBalance()) {
    sums.set(currency, (sums.get(currency) ?? 0n) + balance)
  }
  return [...sums].flatMap(([currency, sum]) =>
    sum === 0n ? [] : [`the trial balance is ${sum} ${currency}`]
  )
}
