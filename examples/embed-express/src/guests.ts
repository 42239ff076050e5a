import type { Merchant } from "@payloom/core"

/** The canteen's guests, who are customers of the engine, and the cards that it keeps of them. */
export const guestBook = ({ customers, paymentInstruments }: Merchant) => {
  const known = async (guest: string): Promise<string | null> =>
    (await customers.list({ reference: guest, limit: 1 })).data[0]?.id ?? null
  const customerOf = async (guest: string): Promise<string> =>
    (await known(guest)) ??
    // Asked twice at a time, the key makes one customer of them.
    (await customers.create({ reference: guest }, { idempotencyKey: `guest-${guest}` })).id
  return {
    customerOf,
    /** The card that was kept last; null where there is none. */
    savedCard: async (guest: string) => {
      const customer = await known(guest)
      if (customer === null) return null
      const cards = await paymentInstruments.list({ customer })
      return cards.data.find(({ detached }) => !detached) ?? null
    },
    /** Keeps the card that paid a session; the same session again keeps no second one. */
    keepCard: async (guest: string, session: string): Promise<void> => {
      const customer = await customerOf(guest)
      const key = { idempotencyKey: `card-${session}` }
      await paymentInstruments.create({ customer, checkoutSession: session }, key)
    }
  }
}

/** The canteen's guests. */
export type GuestBook = ReturnType<typeof guestBook>
