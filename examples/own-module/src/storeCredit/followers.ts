import {
  CheckoutSessionCollection,
  type ModuleFollower,
  type Payment,
  type PaymentChange
} from "@payloom/core"
import { Earned, Spent } from "./events.ts"
import { expire } from "./jobs.ts"
import { book } from "./ledger.ts"
import { Reservations, Wallets, walletKey } from "./rows.ts"

/** Credit expires thirty days after the customer last earned some. */
const creditLifeMs = 30 * 86_400_000

/**
 * The statuses from which a payment succeeds again. A bank rejected a refund, or a capture that
 * came back was made again. Both were paid before.
 */
const wasPaid: ReadonlyArray<Payment["status"] | undefined> = [
  "succeeded",
  "partially_refunded",
  "refunded",
  "failed"
]

const isPaid = ({ before, after }: PaymentChange): boolean =>
  after.status === "succeeded" && !wasPaid.includes(before?.status)

/** Gives the customer who pays a twentieth of the amount. */
export const earning: ModuleFollower = {
  follow: async (context, change) => {
    const { id, customer, currency, amount } = change.after
    const earned = amount / 20n
    if (!isPaid(change) || customer === null || earned === 0n) return []
    const found = await context.find(Wallets, "owner", walletKey(customer, currency))
    const before = found?.row ?? { id: context.newId("wallet"), customer, currency, available: 0n }
    const expiresAt = context.now + creditLifeMs
    const wallet = { ...before, available: before.available + earned, expiresAt }
    return [
      found === null
        ? context.insert(Wallets, wallet, Earned)
        : context.update(Wallets, found, wallet, Earned),
      book(context, "earned", { amount: earned, currency, payment: id }),
      await context.schedule(expire, wallet.id, expiresAt)
    ]
  }
}

const inFlight: ReadonlyArray<Payment["status"]> = ["authenticating", "processing", "authorized"]

/** Spends the reservation that the session of a payment names in its metadata. */
export const spending: ModuleFollower = {
  follow: async (context, change) => {
    const { id, status, checkoutSession } = change.after
    if (checkoutSession === null) return []
    const session = await context.get(CheckoutSessionCollection, checkoutSession)
    const found = await context.get(Reservations, session?.row.metadata.store_credit ?? "")
    if (found?.row.status !== "held") return []
    if (!isPaid(change)) {
      const payment = inFlight.includes(status) ? id : null
      return [context.update(Reservations, found, { ...found.row, payment })]
    }
    const { amount, currency } = found.row
    const spent = { ...found.row, status: "spent" as const, payment: id }
    return [
      context.update(Reservations, found, spent, Spent),
      book(context, "spent", { amount, currency, payment: id })
    ]
  }
}
