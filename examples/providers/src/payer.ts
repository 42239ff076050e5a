/** The details of every payer in the trial. Some processors require them. */
export const payer = {
  name: "Ada Example",
  email: "ada@shop.example",
  billingAddress: {
    line1: "1 Example Street",
    city: "Berlin",
    postalCode: "10115",
    country: "DE"
  }
} as const
