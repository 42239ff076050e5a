/** An order of 12.50 EUR with every detail. */
export const order = {
  description: "Order 17",
  statementDescriptor: "SHOP ORDER 17",
  billingAddress: { line1: "Long Street 1", city: "Berlin", postalCode: "10115", country: "de" },
  shipping: { name: "Jane Doe", address: { line1: "Short Street 2", country: "at" } },
  lineItems: [
    { name: "Bread", quantity: 2, amount: 1000n, taxAmount: 65n, productCode: "B-1" },
    { name: "Salt", quantity: 1, amount: 100n, commodityCode: "50171500", unitOfMeasure: "EA" }
  ],
  amountDetails: { shippingAmount: 200n, discountAmount: 50n },
  customerReference: "PO-4711"
} as const

/** The parts of a charge's request that come from this order. */
export const sentOrder = {
  description: "Order 17",
  statementDescriptor: "SHOP ORDER 17",
  billingAddress: { line1: "Long Street 1", city: "Berlin", postalCode: "10115", country: "DE" },
  shipping: {
    name: "Jane Doe",
    phone: null,
    address: {
      line1: "Short Street 2",
      line2: null,
      city: null,
      state: null,
      postalCode: null,
      country: "AT"
    }
  },
  order: {
    lineItems: order.lineItems,
    customerReference: "PO-4711",
    taxAmount: null,
    shippingAmount: 200n,
    discountAmount: 50n,
    dutyAmount: null
  }
}
