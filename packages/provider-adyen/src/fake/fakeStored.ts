import { createHash } from "node:crypto"
import type { Types } from "@adyen/api-library"
import type { Wire } from "../wire.ts"
import type { FakeBooks } from "./FakeBooks.ts"
import { FakeError } from "./FakeError.ts"
import { brandOf, cardIn } from "./fakeCards.ts"

type Stored = Wire<Types.checkout.StoredPaymentMethodResource>

/** Handles `POST /storedPaymentMethods`, which stores a card for a shopper. */
export const storeMethod = (
  books: FakeBooks,
  merchantAccount: string,
  { paymentMethod, shopperReference = "" }: Wire<Types.checkout.StoredPaymentMethodRequest>
): Stored => {
  if (shopperReference.length < 3) {
    throw new FakeError(422, "14_004", "Required field 'shopperReference' is missing.")
  }
  const card = cardIn({ ...paymentMethod, type: "scheme" })
  if (card === null) throw new FakeError(422, "101", "Invalid card number")
  const { number, expiryMonth, expiryYear, holderName } = card
  const same = [...books.stored.values()].find(
    (each) => each.shopperReference === shopperReference && each.card.number === number
  )
  const id = same?.id ?? books.newPspReference()
  books.stored.set(id, { id, merchantAccount, shopperReference, card })
  return {
    expiryMonth,
    expiryYear,
    holderName,
    id,
    lastFour: number.slice(-4),
    shopperReference,
    type: "scheme",
    ...(books.returnsStoredCardDetails
      ? {
          alias: aliasOf(number),
          aliasType: "Default",
          brand: brandOf(number),
          cardBin: number.slice(0, 6)
        }
      : {})
  }
}

/**
 * Handles `GET /storedPaymentMethods`, which lists a shopper's cards. Its years have two digits.
 */
export const listMethods = (
  books: FakeBooks,
  merchantAccount: string,
  shopperReference: string
): Wire<Types.checkout.ListStoredPaymentMethodsResponse> => ({
  merchantAccount,
  shopperReference,
  storedPaymentMethods: [...books.stored.values()]
    .filter(
      (each) =>
        each.merchantAccount === merchantAccount && each.shopperReference === shopperReference
    )
    .map(({ id, card: { number, expiryMonth, expiryYear, holderName } }) => ({
      brand: brandOf(number),
      expiryMonth,
      expiryYear: expiryYear.slice(-2),
      holderName,
      id,
      lastFour: number.slice(-4),
      name: brandOf(number).toUpperCase(),
      shopperReference,
      supportedRecurringProcessingModels: ["CardOnFile"],
      type: "scheme"
    }))
})

/** Returns the alias of a card number. The same number has the same alias. */
const aliasOf = (number: string): string => {
  const digest = createHash("sha256").update(number).digest()
  return `H${digest.readUIntBE(0, 6)}`
}
