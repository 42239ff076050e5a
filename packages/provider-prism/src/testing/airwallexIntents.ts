import type { Ask } from "../Processor.ts"

/** The reference of the charge in tests. */
export const chargeReference = "attempt_01J0000000000000000000000A"

/** Returns an intent of 12.50 EUR that was charged. */
export const intent = (more: object = {}) => ({
  id: "int_1",
  request_id: chargeReference,
  merchant_order_id: chargeReference,
  amount: 12.5,
  currency: "EUR",
  captured_amount: 12.5,
  status: "SUCCEEDED",
  latest_payment_attempt: attempt(),
  ...more
})

/** Returns an attempt that was captured. */
export const attempt = (more: object = {}) => ({
  id: "att_1",
  status: "CAPTURE_REQUESTED",
  amount: 12.5,
  refunded_amount: 0,
  authorization_code: "803478",
  payment_method_transaction_id: "123456789012345",
  ...more
})

/** Returns the changes of an intent whose attempt failed with a code of the issuer. */
export const failed = (code: string) => ({
  status: "REQUIRES_PAYMENT_METHOD",
  captured_amount: 0,
  latest_payment_attempt: attempt({
    status: "FAILED",
    failure_code: "issuer_declined",
    provider_original_response_code: code
  })
})

/** The things that Airwallex has in a test. */
interface Held {
  /** The intents as lists have them. */
  readonly listed?: ReadonlyArray<object>
  /** The intent, before and after its cancel. */
  readonly intents?: readonly [object, (object | undefined)?]
  readonly refunds?: ReadonlyArray<object>
  readonly created?: object
  readonly status?: number
}

/** Answers as Airwallex does, if it has these things. The calls are added to `asked`. */
export const askOf = (held: Held, asked: Array<string> = []): Ask => {
  let isCanceled = false
  return async (path, init) => {
    asked.push(init === undefined ? path : `${path} ${init.body}`)
    const answer = (status: number, body: object) => ({
      status: held.status ?? status,
      headers: {},
      body: JSON.stringify(body)
    })
    const { listed = [intent()], intents = [intent()], refunds = [] } = held
    if (path.endsWith("/create")) return answer(201, held.created ?? intent())
    if (path.endsWith("/cancel")) {
      isCanceled = true
      return answer(200, {})
    }
    if (path.startsWith("pa/payment_intents?")) {
      return answer(200, { has_more: false, items: listed })
    }
    if (path.startsWith("pa/refunds?")) return answer(200, { has_more: false, items: refunds })
    return answer(200, (isCanceled ? intents[1] : undefined) ?? intents[0])
  }
}
