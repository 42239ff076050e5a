import { Effect } from "effect"
import type { Caller } from "../../platform/tenants/Caller.ts"
import { getPayment } from "../charges/getPayment.ts"
import { toPayment } from "../charges/Payment.ts"

/** Returns a payment. Reading changes nothing. */
export const retrievePayment = Effect.fnUntraced(function* (caller: Caller, id: string) {
  return toPayment((yield* getPayment(caller.scope, id)).row)
})
