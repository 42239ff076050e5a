import { createHash } from "node:crypto"
import type { Types } from "@adyen/api-library"
import type { Wire } from "../wire.ts"
import type { FakeBooks } from "./FakeBooks.ts"
import { FakeError } from "./FakeError.ts"
import { brandOf, cardIn } from "./fakeCards.ts"

/** `POST /storedPaymentMethods`: keeps a card for a shopper. */
export const storeMethod = (
  books: FakeBooks,
  merchantAccount: string,
  { paymentMethod, shopperReference = "" }: Wire<Types.checkout.StoredPaymentMethodRequest>
): Wire<Types.checkout.StoredPaymentMethodResource> => {
  if (shopperReference.length < 3) {
    throw new FakeError(422, "14_004", "Required field 'shopperReference' is missing.")
  }
  const card = cardIn({ ...paymentMethod, type: "scheme" })
  if (card === null) throw new FakeError(422, "101", "Invalid card number")
  const { number } = card
  const same = [...books.stored.values()].find(
    (each) => each.shopperReference === shopperReference && each.card.number === number
  )
  const id = same?.id ?? books.newPspReference()
  books.stored.set(id, { id, merchantAccount, shopperReference, card })
  return {
    id,
    alias: aliasOf(number),
    aliasType: "Default",
    brand: brandOf(number),
    cardBin: number.slice(0, 6),
    lastFour: number.slice(-4),
    expiryMonth: card.expiryMonth,
    expiryYear: card.expiryYear.slice(-2),
    holderName: card.holderName,
    shopperReference,
    type: "scheme"
  }
}

/** The same for the same number. */
const aliasOf = (number: string): string => {
  const digest = createHash("sha256").update(number).digest()
  return `H${digest.readUIntBE(0, 6)}`
}
