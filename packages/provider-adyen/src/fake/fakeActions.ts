import type { Types } from "@adyen/api-library"
import type { Wire } from "../wire.ts"
import type { FakeBooks, FakePayment } from "./FakeBooks.ts"
import { instructionsOf } from "./fakeMethods.ts"

/** The answer to a charge, in the SDK's own type. */
export type FakeAnswer = Wire<Types.checkout.PaymentResponse>

/** Returns the fake's own origin, where the payer's page is. */
export type Origin = () => string

/** Returns the answer that asks the payer: on another page, by instructions, or on the page. */
export const askPayer = (books: FakeBooks, payment: FakePayment, origin: Origin): FakeAnswer => {
  switch (payment.asks) {
    case "redirect":
      return redirected(payment, origin)
    case "voucher":
    case "transfer":
      return instructed(books, payment)
    default:
      return askedOnPage(payment)
  }
}

/** Redirects the payer to another page. */
const redirected = ({ pspReference, brand }: FakePayment, origin: Origin): FakeAnswer => ({
  resultCode: "RedirectShopper",
  action: {
    type: "redirect",
    method: "GET",
    paymentMethodType: brand,
    url: `${origin()}/_fake/shopper/${pspReference}`
  }
})

/** Returns a voucher, or the account for a transfer. */
const instructed = ({ now }: FakeBooks, { pspReference, brand }: FakePayment): FakeAnswer => ({
  resultCode: "PresentToShopper",
  pspReference,
  action: instructionsOf(brand, pspReference, now())
})

/** Asks the payer through Adyen Web: by a fingerprint, a challenge, a code to scan, or an app. */
export const askedOnPage = ({ pspReference, stepsLeft, asks, brand }: FakePayment): FakeAnswer => {
  const paymentData = `data.${pspReference}`
  if (asks === "qr_code") {
    const qrCodeData = `BEP://${pspReference}`
    const action = { type: "qrCode", paymentMethodType: brand, paymentData, qrCodeData } as const
    return { resultCode: "Pending", action }
  }
  if (asks === "await") {
    const action = { type: "await", paymentMethodType: brand, paymentData } as const
    return { resultCode: "Pending", pspReference, action }
  }
  const isFingerprint = stepsLeft > 1
  return {
    resultCode: isFingerprint ? "IdentifyShopper" : "ChallengeShopper",
    action: {
      type: "threeDS2",
      subtype: isFingerprint ? "fingerprint" : "challenge",
      paymentMethodType: "scheme",
      token: `token.${pspReference}.${stepsLeft}`,
      authorisationToken: paymentData
    }
  }
}
