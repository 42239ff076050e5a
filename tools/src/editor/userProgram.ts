import {
  type Caller,
  type CreatePayment,
  type Customer,
  type CustomerId,
  type Decline,
  isEngineError,
  type List,
  type Merchant,
  type Payment,
  type PaymentStatus,
  type Services
} from "@payloom/core"
import { Effect, Stream } from "effect"

/** A user's program that relies on the types. If it doesn't compile, the types have changed. */

type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false

/** Compiles if both types are the same. */
const same = <A, B>(_: Same<A, B>): void => undefined

/** The status shows if there is a decline. */
export const whyDeclined = (payment: Payment): string => {
  if (payment.status === "declined" || payment.status === "failed") {
    same<typeof payment.decline, Decline>(true)
    return payment.decline.message
  }
  same<typeof payment.decline, null>(true)
  return ""
}

/** A switch over all statuses is complete, and the compiler knows it. */
export const isOver = ({ status }: Payment): boolean => {
  switch (status) {
    case "created":
    case "requires_payment":
    case "authenticating":
    case "processing":
    case "authorized":
      return false
    case "succeeded":
    case "declined":
    case "failed":
    case "expired":
    case "canceled":
    case "partially_captured":
    case "partially_refunded":
    case "refunded":
    case "voided":
      return true
  }
}

/** A list contains payments. Expanded objects replace their ids. */
export const listed = async ({ payments }: Merchant, expand: ReadonlyArray<"customer">) => {
  const page = await payments.list({ status: "succeeded", limit: 10 })
  same<typeof page, List<Payment>>(true)
  const expanded = await payments.list({ expand })
  const [first] = expanded.data
  if (first === undefined) return page.data
  same<typeof first.customer, Customer | CustomerId | null>(true)
  same<typeof first.checkoutSession, Payment["checkoutSession"]>(true)
  if (first.status === "declined") same<typeof first.decline, Decline>(true)
  // @ts-expect-error A payment has no reference to attempts, so they can't be expanded.
  await payments.list({ expand: ["attempts"] })
  // @ts-expect-error There is no such status.
  await payments.list({ status: "suceeded" })
  return page.data
}

/** An iteration goes from payment to payment. */
export const walked = async ({ payments, customers }: Merchant): Promise<bigint> => {
  let sum = 0n
  for await (const { amount, status } of payments.iterate({ status: ["succeeded"] })) {
    same<typeof status, PaymentStatus>(true)
    sum += amount
  }
  for await (const customer of customers.iterate()) same<typeof customer, Customer>(true)
  return sum
}

/** A caught error is narrowed to engine errors, and by its tag to one of them. */
export const refused = async ({ payments }: Merchant, id: string): Promise<string> => {
  try {
    return (await payments.capture(id, {}, { idempotencyKey: "capture-1" })).status
  } catch (error) {
    if (!isEngineError(error)) throw error
    switch (error._tag) {
      case "PaymentNotCapturable":
        same<typeof error.status, PaymentStatus>(true)
        return error.message
      case "InvalidInput":
        return error.issues.map(({ message }) => message).join(" ")
      default:
        return error._tag
    }
  }
}

/** Ids and codes are plain strings in both call styles. */
export const charged = (shop: Merchant, services: Services, caller: Caller, card: string) => {
  const currency: string = "EUR"
  const input: CreatePayment = { amount: 1250n, currency, type: "one_off", paymentInstrument: card }
  const options = { idempotencyKey: "order-1" }
  const promise: Promise<Payment> = shop.payments.create(input, options)
  const effect = Effect.map(
    services.payments.create(caller, { ...input, customer: "customer_1" }, options),
    ({ value }): Payment => value
  )
  const walk = Stream.map(services.payments.iterate(caller), (payment): Payment => payment)
  return { promise, effect, walk }
}
