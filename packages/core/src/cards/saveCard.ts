import { Effect, Option, Schema } from "effect"
import { CustomerCollection, type CustomerRecord } from "../customers/Customer.ts"
import { currentMoment } from "../ids/Moment.ts"
import { inputChecker } from "../input/decodeInput.ts"
import { parameterInvalid } from "../input/InvalidInput.ts"
import { Secrets } from "../secrets/Secrets.ts"
import { check, insert } from "../storage/Change.ts"
import { retryConflicts } from "../storage/retryConflicts.ts"
import type { Scope } from "../storage/Scope.ts"
import { Storage } from "../storage/Storage.ts"
import { ResourceNotFound } from "../tenants/errors.ts"
import { isBareCardNumber } from "../values/cardNumberGuard.ts"
import { Metadata } from "../values/Metadata.ts"
import { CustomerId } from "../values/PublicId.ts"
import { refusedAs } from "../values/RefusalCode.ts"
import { CardVault } from "./CardVault.ts"
import {
  PaymentInstrumentCollection,
  type PaymentInstrumentRecord,
  toPaymentInstrument
} from "./PaymentInstrument.ts"

/** What is saved, and for whom. */
export const SaveCard = Schema.Struct({
  /** What the encryption field made of the card. */
  ciphertext: Schema.String.check(
    Schema.makeFilter(
      (text: string) => !isBareCardNumber(text),
      refusedAs("card_number_not_allowed", "ciphertext, never a card number")
    )
  ),
  /** Whose card it is; a new customer without it. */
  customer: Schema.optionalKey(CustomerId),
  metadata: Schema.optionalKey(Metadata)
})
export type SaveCard = typeof SaveCard.Type

const checkInput = inputChecker(SaveCard)

/** Saves a card from its ciphertext, for a customer. Library call. */
export const saveCard = Effect.fnUntraced(function* (scope: Scope, input: SaveCard) {
  const storage = yield* Storage
  const vault = yield* CardVault
  const secrets = yield* Secrets
  const given = yield* Effect.fromResult(checkInput(input))
  const card = yield* vault
    .store({
      ciphertext: given.ciphertext,
      fingerprintKey: secrets.sign("fingerprints", scope.tenant)
    })
    .pipe(
      Effect.catchTag("CardNotRecognized", ({ message }) =>
        Effect.fail(parameterInvalid("ciphertext", message))
      )
    )
  const moment = yield* currentMoment
  return yield* retryConflicts(
    Effect.gen(function* () {
      const instrument = (customer: CustomerId): PaymentInstrumentRecord => ({
        id: moment.id("card"),
        customer,
        card,
        detached: false,
        agreement: null,
        metadata: given.metadata ?? {},
        created: moment.now
      })
      if (given.customer === undefined) {
        const customer = emptyCustomer(moment.id("customer"), moment.now)
        const row = instrument(customer.id)
        yield* storage.commit([
          insert(scope, CustomerCollection, customer),
          insert(scope, PaymentInstrumentCollection, row)
        ])
        return toPaymentInstrument(row)
      }
      const owner = yield* storage.get(scope, CustomerCollection, given.customer)
      if (Option.isNone(owner)) {
        return yield* new ResourceNotFound({ object: "customer", id: given.customer })
      }
      const row = instrument(owner.value.row.id)
      yield* storage.commit([
        check(CustomerCollection, owner.value),
        insert(scope, PaymentInstrumentCollection, row)
      ])
      return toPaymentInstrument(row)
    })
  )
})

const emptyCustomer = (id: CustomerId, created: number): CustomerRecord => ({
  id,
  reference: null,
  email: null,
  name: null,
  defaultPaymentInstrument: null,
  billingAddress: { country: null, postalCode: null },
  metadata: {},
  created
})
