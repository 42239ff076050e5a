import type { Order, Shipping } from "@payloom/core"

/** Returns an order of two lines and its shipping, of 12.50 in all. */
export const anOrder = (changes: Partial<Order> = {}): Order => ({
  lineItems: [
    { name: "Books", quantity: 2, amount: 800n, taxAmount: 80n, productCode: "B1" },
    { name: "Pens", quantity: 3, amount: 250n }
  ],
  customerReference: "PO 12",
  taxAmount: null,
  shippingAmount: 200n,
  discountAmount: null,
  dutyAmount: null,
  ...changes
})

/** Returns the place that an order is sent to. */
export const aDelivery = (changes: Partial<Shipping> = {}): Shipping => ({
  name: "Ada de Lovelace",
  phone: "+31 20 779 1846",
  address: {
    line1: "Damrak 1",
    line2: null,
    city: "Amsterdam",
    state: null,
    postalCode: "1012 LG",
    country: "NL"
  },
  ...changes
})
