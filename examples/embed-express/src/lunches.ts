import type { Decline, Merchant, Payment } from "@payloom/core"
import type { Dish } from "./dishes.ts"
import type { GuestBook } from "./guests.ts"

/** An ordered lunch. It is paid in a session, or by a charge of a saved card. */
interface Lunch extends Dish {
  readonly guest: string
  readonly session: { readonly id: string; readonly token: string } | null
  readonly payment: string | null
}

/** A lunch as its guest sees it. */
interface LunchSeen {
  readonly status: "paid" | "unpaid" | "under_way" | "mismatch"
  readonly decline: Decline | null
  /** The token for the card fields, as long as the lunch is unpaid. */
  readonly sessionToken?: string
}

/** Keeps the canteen's lunches in memory. The engine knows if they are paid. */
export const lunchBook = ({ checkout, payments }: Merchant, guests: GuestBook) => {
  /** Promises, so that concurrent orders with the same id all get the first one. */
  const lunches = new Map<string, Promise<Lunch>>()

  /** Charges a saved card from the server. The guest types nothing. */
  const charge = async (id: string, { amount, currency }: Dish, paymentInstrument: string) => {
    const payment = await payments.create(
      { amount, currency, type: "one_off", paymentInstrument, metadata: { lunch: id } },
      { idempotencyKey: id }
    )
    return { session: null, payment: payment.id }
  }

  /** Opens a session for the card fields. The page's script confirms it with the encrypted card. */
  const openSession = async (id: string, { amount, currency }: Dish, guest: string) => {
    const session = await checkout.create(
      {
        amount,
        currency,
        customer: await guests.customerOf(guest),
        // The canteen's form takes only cards, and only cards can be charged later.
        allowedMethods: ["card"],
        storedCredential: { usage: "unscheduled" },
        metadata: { lunch: id }
      },
      { idempotencyKey: id }
    )
    return { session: { id: session.id, token: session.sessionToken ?? "" }, payment: null }
  }

  const look = async (id: string, guest: string): Promise<LunchSeen | null> => {
    const lunch = await lunches.get(id)
    if (lunch === undefined || lunch.guest !== guest) return null
    const { session } = lunch
    const paymentId =
      session === null ? lunch.payment : (await checkout.retrieve(session.id)).payment
    const payment = paymentId === null ? null : await payments.retrieve(paymentId)
    const status = statusOf(lunch, payment)
    if (status === "paid" && session !== null) await guests.keepCard(guest, session.id)
    return {
      status,
      decline: payment?.decline ?? null,
      ...(status === "unpaid" && session !== null ? { sessionToken: session.token } : {})
    }
  }

  const place = async (id: string, guest: string, dish: Dish, usesSavedCard: boolean) => {
    const card = usesSavedCard ? await guests.savedCard(guest) : null
    const paying = await (card === null ? openSession(id, dish, guest) : charge(id, dish, card.id))
    return { ...dish, guest, ...paying }
  }

  return {
    look,
    /** Orders a lunch with the page's id. The same id means the same lunch. */
    order: async (id: string, guest: string, dish: Dish, usesSavedCard: boolean) => {
      if (!lunches.has(id)) {
        const placed = place(id, guest, dish, usesSavedCard)
        lunches.set(id, placed)
        // A retry of the order uses the same keys, so nothing is charged twice.
        placed.catch(() => lunches.delete(id))
      }
      return look(id, guest)
    }
  }
}

/** The canteen's lunches. */
export type LunchBook = ReturnType<typeof lunchBook>

/** Returns `paid` if the payment succeeded with the amount and the currency of the lunch. */
const statusOf = (lunch: Lunch, payment: Payment | null): LunchSeen["status"] => {
  if (payment?.status === "processing") return "under_way"
  if (payment?.status !== "succeeded") return "unpaid"
  const isAsOrdered = payment.amount === lunch.amount && payment.currency === lunch.currency
  return isAsOrdered ? "paid" : "mismatch"
}
