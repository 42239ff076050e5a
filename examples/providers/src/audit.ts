import {
  AttemptCollection,
  DisputeCollection,
  type Payloom,
  PaymentCollection
} from "@payloom/core"
import { everyRow } from "@payloom/testkit"
import { Effect } from "effect"
import type { FakeCharge, ProviderFake } from "./fakes/ProviderFake.ts"
import { type Sums, sumsOf } from "./money.ts"
import type { Shop } from "./shop.ts"

/** The result of an audit. */
export interface Audit {
  /** The number of findings. 0 if all books are the same. */
  readonly differences: number
  readonly chargedTwice: number
  /** The number of payments with attempts on a second account. */
  readonly cascaded: number
  readonly disputes: number
  /** The refunds that the provider has not carried out yet, or has not confirmed. */
  readonly pendingRefunds: Sums
  /** The amounts in our books, without pending refunds. */
  readonly ours: Amounts
  /** The amounts in the books of all providers, which have some of the pending refunds. */
  readonly theirs: Amounts
  /** At most twenty findings, a sentence each. */
  readonly findings: ReadonlyArray<string>
}

/** Amounts by currency, in minor units. */
export interface Amounts {
  readonly held: Sums
  readonly captured: Sums
  readonly refunded: Sums
}

/** The rows of the shop that an audit reads. */
export type Books = Awaited<ReturnType<typeof readBooks>>

/** Reads the shop's payments, with their attempts and disputes. */
export const readBooks = async (payloom: Payloom, { merchant }: Shop) => {
  const { storage } = payloom.services
  const [payments, attempts, disputes] = await Effect.runPromise(
    Effect.all([
      everyRow(storage, merchant.scope, PaymentCollection),
      everyRow(storage, merchant.scope, AttemptCollection),
      everyRow(storage, merchant.scope, DisputeCollection)
    ])
  )
  return { payments, attempts, disputes }
}

/** Compares our payments with the books of all providers, one by one, to the cent. */
export const audit = async (
  { payments, attempts, disputes }: Books,
  shop: Shop,
  providers: ReadonlyArray<ProviderFake>
): Promise<Audit> => {
  const charges = providers.flatMap((each) => each.charges())
  const chargesUnder = Map.groupBy(charges, ({ reference }) => reference)
  const attemptsOf = Map.groupBy(attempts, ({ payment }) => payment)
  const findings: Array<string> = []
  let chargedTwice = 0
  for (const payment of payments) {
    const own = attemptsOf.get(payment.id) ?? []
    const made = own.flatMap(({ id }) => chargesUnder.get(id) ?? [])
    const states = own.map(({ provider, status }) => `${provider} ${status}`).join(", ")
    findings.push(...differencesOf(payment, made).map((each) => `${each} (${states})`))
    const standing = made.filter(({ held, taken, givenBack }) => held > 0n || taken > givenBack)
    if (standing.length > 1) {
      chargedTwice += 1
      findings.push(`${payment.id} was charged ${standing.length} times (${states})`)
    }
  }
  const known = new Set<string>(attempts.map(({ id }) => id))
  for (const { reference } of charges) {
    if (!known.has(reference)) findings.push(`the engine does not know ${reference}`)
  }
  findings.push(...doubledOrders(payments), ...(await imbalances(shop)))
  return {
    differences: findings.length,
    chargedTwice,
    cascaded: [...attemptsOf.values()].filter(({ length }) => length > 1).length,
    disputes: disputes.length,
    pendingRefunds: sumsOf(payments.map(pendingOf)),
    ours: amountsIn(payments.map(chargeOf)),
    theirs: amountsIn(charges),
    findings: findings.slice(0, 20)
  }
}

/** Sums the amounts of charges up. */
export const amountsIn = (charges: ReadonlyArray<Omit<FakeCharge, "reference">>): Amounts => {
  const sum = (name: "held" | "taken" | "givenBack") =>
    sumsOf(charges.map((each) => ({ currency: each.currency, amount: each[name] })))
  return { held: sum("held"), captured: sum("taken"), refunded: sum("givenBack") }
}

type Payment = Books["payments"][number]

/** Returns the amounts of a payment. An authorized payment without an amount is held as a whole. */
const chargeOf = ({ status, currency, amount, ...payment }: Payment) => ({
  currency,
  held: payment.amountCapturable ?? (status === "authorized" ? amount : 0n),
  taken: payment.amountCaptured,
  givenBack: payment.amountRefunded
})

/**
 * Returns the refunds of a payment that are neither done nor failed. Some processors confirm a
 * refund days later, and some take one only once the charge is settled.
 */
const pendingOf = ({ currency, amountReserved, amountRefunded }: Payment) => ({
  currency,
  amount: amountReserved - amountRefunded
})

/** Compares the amounts of a payment with those of its charges at all providers. */
const differencesOf = (
  payment: Payment,
  charges: ReadonlyArray<FakeCharge>
): ReadonlyArray<string> => {
  const ours = chargeOf(payment)
  const pending = pendingOf(payment).amount
  const theirs = (name: "held" | "taken" | "givenBack") =>
    charges.reduce((sum, each) => sum + each[name], 0n)
  const back = theirs("givenBack")
  const compared = [
    ["held", ours.held, theirs("held"), ours.held === theirs("held")],
    ["captured", ours.taken, theirs("taken"), ours.taken === theirs("taken")],
    ["refunded", ours.givenBack, back, ours.givenBack <= back && back <= ours.givenBack + pending]
  ] as const
  return compared.flatMap(([name, here, there, isSame]) =>
    isSame
      ? []
      : [
          `${payment.id}, ${payment.status}, has ${name} ${here} here, ` +
            `and ${there} at its providers`
        ]
  )
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
  const balances = await merchant.ledger.trialBalance()
  const sums = sumsOf(balances.map(({ currency, balance: amount }) => ({ currency, amount })))
  return Object.entries(sums).map(([currency, sum]) => `the trial balance is ${sum} ${currency}`)
}
