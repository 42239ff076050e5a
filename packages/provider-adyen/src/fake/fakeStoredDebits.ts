import type { Types } from "@adyen/api-library"
import type { Wire } from "../wire.ts"
import type { FakeBooks, FakePayment } from "./FakeBooks.ts"
import { FakeError } from "./FakeError.ts"
import type { FakeCard } from "./fakeCards.ts"

type Request = Wire<Types.checkout.PaymentRequest>

/** Returns the shopper for whom a bank account is stored, or null if it isn't stored. */
export const storesFor = (
  { storePaymentMethod, shopperReference, recurringProcessingModel: model }: Request,
  card: FakeCard | null
): string | null => {
  if (card !== null || storePaymentMethod !== true) return null
  if (!shopperReference || model === undefined) {
    throw new FakeError(422, "14_004", "Required field 'shopperReference' is missing.")
  }
  return shopperReference
}

/** Refuses a stored bank account that is another shopper's, or that is charged as a new one. */
export const assertStored = (
  books: FakeBooks,
  merchantAccount: string,
  { paymentMethod, shopperReference, shopperInteraction, recurringProcessingModel }: Request,
  id: string
): null => {
  const stored = books.storedDebits.get(id)
  const isTheirs =
    stored?.merchantAccount === merchantAccount &&
    stored.shopperReference === shopperReference &&
    stored.type === paymentMethod.type
  if (!isTheirs) throw new FakeError(422, "800", "Contract not found")
  if (shopperInteraction !== "ContAuth" || recurringProcessingModel === undefined) {
    throw new FakeError(422, "807", "Invalid combination of shopper interaction and contract")
  }
  return null
}

/** Stores the bank account of a payment that succeeded, and sends the token. */
export const tellStored = (books: FakeBooks, payment: FakePayment): void => {
  const { storesFor: shopperReference, merchantAccount, brand: type, pspReference } = payment
  if (shopperReference === null) return
  const id = books.newPspReference()
  books.storedDebits.set(id, { merchantAccount, shopperReference, type })
  books.sendEvent(payment, {
    eventCode: "RECURRING_CONTRACT",
    pspReference: id,
    originalReference: pspReference,
    amount: { ...payment.amount, value: 0 },
    additionalData: {
      "recurring.shopperReference": shopperReference,
      "recurring.recurringDetailReference": id,
      shopperReference
    }
  })
}
