import type { Decline, Merchant, Payment } from "@payloom/core"
import type { Dish } from "./dishes.ts"
import type { GuestBook } from "./guests.ts"

/** A lunch as it was ordered, and how it is paid: in a session, or by a charge of a saved card. */
interface Lunch extends Dish {
  readonly guest: string
  readonly session: { readonly id: string; readonly token: string } | null
  readonly payment: string | null
}

/** A lunch as its guest sees it. */
interface LunchSeen {
  readonly status: "paid" | "unpaid" | "under_way" | "mismatch"
  readonly decline: Decline | null
  /** For the card fields' page, while there is something to pay. */
  readonly sessionToken?: string
}

/** The canteen's lunches, kept in memory; whether they are paid, the engine knows. */
export const lunchBook = ({ checkout, payments }: Merchant, guests: GuestBook) => {
  /** Promises, so that of orders that come at once under one id all see the first. */
  const lunches = new Map<string, Promise<Lunch>>()

  /** Server to server: nobody types anything, and the answer is what became of the charge. */
  const charge = async (id: string, { amount, currency }: Dish, paymentInstrument: string) => {
    const payment = await payments.create(
      { amount, currency, type: "one_off", paymentInstrument, metadata: { lunch: id } },
      { idempotencyKey: id }
    )
    return { session: null, payment: payment.id }
  }

  /** For the card fields: the page's script confirms this session with what they encrypted. */
  const ask = async (id: string, { amount, currency }: Dish, guest: string) => {
    const session = await checkout.create(
      {
        amount,
        currency,
        customer: await guests.customerOf(guest),
        // All that the canteen's form can take, and all that it can charge later.
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
    const paying = await (card === null ? ask(id, dish, guest) : charge(id, dish, card.id))
    return { ...dish, guest, ...paying }
  }

  return {
    look,
    /** Orders a lunch under an id of the page's; the same id again is the same lunch. */
    order: async (id: string, guest: string, dish: Dish, usesSavedCard: boolean) => {
      if (!lunches.has(id)) {
        const placed = place(id, guest, dish, usesSavedCard)
        lunches.set(id, placed)
        // Tried again, the order is carried on under the same keys: what was charged stays charged.
        placed.catch(() => lunches.delete(id))
      }
      return look(id, guest)
    }
  }
}

/** The canteen's lunches. */
export type LunchBook = ReturnType<typeof lunchBook>

/** Paid is a lunch whose payment succeeded with the amount and the currency of the lunch. */
const statusOf = (lunch: Lunch, payment: Payment | null): LunchSeen["status"] => {
  if (payment?.status === "processing") return "under_way"
  if (payment?.status !== "succeeded") return "unpaid"
  const isAsOrdered = payment.amount === lunch.amount && payment.currency === lunch.currency
  return isAsOrdered ? "paid" : "mismatch"
}
