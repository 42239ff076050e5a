import { type ChargeRequest, unknownAddress } from "@payloom/core"

/** A payer with all details that a processor may need. */
export const payer = {
  customer: { id: "cus_1", name: "Ada Lovelace", email: "ada@shop.example" },
  billingAddress: { ...unknownAddress, country: "GB" },
  device: {
    ip: "203.0.113.7",
    userAgent: "Browser",
    acceptHeader: "*/*",
    language: "de",
    screen: { width: 100, height: 100, colorDepth: 24 },
    timeZone: "Europe/Berlin",
    utcOffsetMinutes: -60
  }
} as const satisfies Partial<ChargeRequest>

/** Returns a capture, void or refund of 12.50 EUR. */
export const modificationRequest = (kind: "capture" | "void" | "refund") => ({
  reference: `${kind}_01J0000000000000000000000A`,
  charge: {
    mid: { id: "mid_main", credentials: "main" },
    reference: "attempt_01J0000000000000000000000A",
    providerReference: "pay_1"
  },
  amount: 1250n,
  currency: "EUR",
  sendBefore: Date.now() + 10_000
})
