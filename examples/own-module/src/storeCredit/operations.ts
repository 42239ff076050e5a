import {
  CurrencyCode,
  CustomerId,
  MinorAmount,
  type ModuleReads,
  moduleList,
  moduleMutation,
  moduleQuery
} from "@payloom/core"
import { Schema } from "effect"
import { CreditExhausted, NoStoreCredit } from "./events.ts"
import { release } from "./jobs.ts"
import {
  Reservation,
  type ReservationRow,
  Reservations,
  toReservation,
  toWallet,
  Wallet,
  Wallets,
  walletKey
} from "./rows.ts"

/** A session is open for a day unless it says otherwise, so a reservation outlives it. */
const reservationLifeMs = 2 * 86_400_000

const walletOf = async (reads: ModuleReads, customer: string, currency: string) => {
  const wallet = await reads.find(Wallets, "owner", walletKey(customer, currency))
  if (wallet === null) throw new NoStoreCredit()
  return wallet
}

/** Store credit. */
export const storeCreditOperations = {
  /** Returns the credit of a customer in a currency. Refused with `NoStoreCredit`. */
  wallet: moduleQuery({
    summary: "Retrieve the store credit of a customer",
    path: "/store_credit/wallets",
    input: Schema.Struct({ customer: CustomerId, currency: CurrencyCode }),
    output: Wallet,
    errors: [NoStoreCredit],
    read: async (reads, { customer, currency }) =>
      toWallet((await walletOf(reads, customer, currency)).row)
  }),
  /** Returns a page of reservations, newest first, of all wallets or of one. */
  reservations: moduleList({
    summary: "List reservations, newest first",
    path: "/store_credit/reservations",
    of: Reservations,
    filters: ["wallet"],
    item: Reservation,
    show: toReservation
  }),
  /**
   * Reserves credit for a checkout. Create the session for the rest of the price, and name the
   * reservation in its metadata as `store_credit`. Refused with `CreditExhausted` and
   * `NoStoreCredit`.
   */
  reserve: moduleMutation({
    summary: "Reserve store credit for a checkout",
    path: "/store_credit/reservations",
    input: Schema.Struct({ customer: CustomerId, amount: MinorAmount, currency: CurrencyCode }),
    output: Reservation,
    errors: [CreditExhausted, NoStoreCredit],
    decide: async (context, { customer, amount, currency }) => {
      const wallet = await walletOf(context, customer, currency)
      const { available } = wallet.row
      if (available < amount) throw new CreditExhausted({ available })
      const reservation: ReservationRow = {
        id: context.newId("reservation"),
        wallet: wallet.row.id,
        amount,
        currency,
        status: "held",
        payment: null
      }
      return {
        changes: [
          context.update(Wallets, wallet, { ...wallet.row, available: available - amount }),
          context.insert(Reservations, reservation),
          await context.schedule(release, reservation.id, context.now + reservationLifeMs)
        ],
        answer: toReservation(reservation)
      }
    }
  })
}
