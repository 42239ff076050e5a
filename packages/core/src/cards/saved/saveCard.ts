import { Effect, Schema } from "effect"
import { currentMoment } from "../../kernel/ids/Moment.ts"
import { inputChecker } from "../../kernel/input/decodeInput.ts"
import { Metadata } from "../../kernel/primitives/Metadata.ts"
import { CustomerId } from "../../kernel/primitives/PublicId.ts"
import { check, insert } from "../../platform/storage/Change.ts"
import { retryConflicts } from "../../platform/storage/retryConflicts.ts"
import type { Scope } from "../../platform/storage/Scope.ts"
import { Storage } from "../../platform/storage/Storage.ts"
import { CustomerCollection } from "../customers/Customer.ts"
import { newCustomer } from "../customers/newCustomer.ts"
import { getLiveCustomer } from "../customers/retrieveCustomer.ts"
import { Ciphertext } from "../vault/Ciphertext.ts"
import { vaultCard } from "../vault/vaultCard.ts"
import {
  newPaymentInstrument,
  PaymentInstrumentCollection,
  toCardInstrument
} from "./PaymentInstrument.ts"

/** A card to save. */
export interface SaveCard {
  /** The ciphertext of the encryption field: at most 16 KiB, never a card number. */
  readonly ciphertext: string
  /** The id of the customer. A new customer is created if absent. */
  readonly customer?: string
  /** The merchant's own metadata: at most 50 keys of 40 characters, with values of at most 500. */
  readonly metadata?: Metadata
}
export const SaveCard = Schema.Struct({
  ciphertext: Ciphertext,
  customer: Schema.optionalKey(CustomerId),
  metadata: Schema.optionalKey(Metadata)
})

const checkInput = inputChecker(SaveCard)

/** Saves a card from its ciphertext, for a customer. Library call. */
export const saveCard = Effect.fnUntraced(function* (scope: Scope, input: SaveCard) {
  const storage = yield* Storage
  const given = yield* Effect.fromResult(checkInput(input))
  // The vault gets no card of a customer who was erased.
  if (given.customer !== undefined) yield* getLiveCustomer(scope, given.customer, "customer")
  const card = yield* vaultCard(scope, given.ciphertext, "ciphertext")
  const moment = yield* currentMoment
  return yield* retryConflicts(
    Effect.gen(function* () {
      const { metadata = {} } = given
      const instrument = (customer: CustomerId) =>
        newPaymentInstrument(moment, { customer, card, metadata })
      if (given.customer === undefined) {
        const customer = newCustomer(moment)
        const row = instrument(customer.id)
        yield* storage.commit([
          insert(scope, CustomerCollection, customer),
          insert(scope, PaymentInstrumentCollection, row)
        ])
        return toCardInstrument(row, card)
      }
      const owner = yield* getLiveCustomer(scope, given.customer, "customer")
      const row = instrument(owner.row.id)
      yield* storage.commit([
        check(CustomerCollection, owner),
        insert(scope, PaymentInstrumentCollection, row)
      ])
      return toCardInstrument(row, card)
    })
  )
})
