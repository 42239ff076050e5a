import type { Shop } from "../shop.ts"

/** Returns the request that pays an order with the first saved card. */
export const orderPayment = ({ saved }: Shop, key: string, order: string) => ({
  path: "/payments",
  key,
  body: {
    amount: "1250",
    currency: "EUR",
    type: "one_off",
    payment_instrument: saved[0]?.card,
    metadata: { order }
  }
})
