import type { Merchant } from "@payloom/core"

/** Creates the book of guests, who are customers of the engine with saved cards. */
export const guestBook = ({ customers, paymentInstruments }: Merchant) => {
  const known = async (guest: string): Promise<string | null> =>
    (await customers.list({ reference: guest, limit: 1 })).data[0]?.id ?? null
  const customerOf = async (guest: string): Promise<string> =>
    (await known(guest)) ??
    // The key creates only one customer if two requests come at once.
    (await customers.create({ reference: guest }, { idempotencyKey: `guest-${guest}` })).id
  return {
    customerOf,
    /** Returns the last saved card. Null if there is none. */
    savedCard: async (guest: string) => {
      const customer = await known(guest)
      if (customer === null) return null
      const { data } = await paymentInstruments.list({ customer })
      const cards = data.filter((saved) => saved.type === "card")
      return cards.find(({ detached }) => !detached) ?? null
    },
    /** Saves the card that paid a session. The same session saves it only once. */
    keepCard: async (guest: string, session: string): Promise<void> => {
      const customer = await customerOf(guest)
      const key = { idempotencyKey: `card-${session}` }
      await paymentInstruments.create({ customer, checkoutSession: session }, key)
    }
  }
}

/** The canteen's guests. */
export type GuestBook = ReturnType<typeof guestBook>
