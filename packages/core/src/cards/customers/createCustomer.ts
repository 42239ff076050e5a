import { Effect } from "effect"
import { inputChecker } from "../../kernel/input/decodeInput.ts"
import { fresh, replayed } from "../../platform/idempotency/Answer.ts"
import { claimKey } from "../../platform/idempotency/claimKey.ts"
import { insert } from "../../platform/storage/Change.ts"
import { Storage } from "../../platform/storage/Storage.ts"
import type { Caller, MutationOptions } from "../../platform/tenants/Caller.ts"
import { CustomerCollection, customerCodec, toCustomer } from "./Customer.ts"
import { CreateCustomer } from "./customerInput.ts"
import { newCustomer } from "./newCustomer.ts"

const checkInput = inputChecker(CreateCustomer)

/** Creates a customer. Several customers may have the same reference and email address. */
export const createCustomer = Effect.fnUntraced(function* (
  caller: Caller,
  input: CreateCustomer,
  options: MutationOptions
) {
  const storage = yield* Storage
  const given = yield* Effect.fromResult(checkInput(input))
  const claimed = yield* claimKey(
    { ...caller, endpoint: "createCustomer", options, input: given },
    (claim, moment) => {
      const row = newCustomer(moment, given)
      return Effect.as(
        storage.commit([
          ...claim.answered(customerCodec.toBody(toCustomer(row))),
          insert(caller.scope, CustomerCollection, row)
        ]),
        row
      )
    }
  )
  return claimed._tag === "Replayed"
    ? replayed(customerCodec, claimed.body)
    : fresh(customerCodec, toCustomer(claimed.value))
})
