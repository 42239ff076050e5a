import { Effect, Predicate } from "effect"
import { customerCodec } from "../cards/customers/Customer.ts"
import { PaymentCollection } from "../payments/charges/Payment.ts"
import type { IdempotencyRecord } from "../platform/idempotency/IdempotencyRecord.ts"
import type { Stored } from "../platform/storage/Collection.ts"
import type { Scope } from "../platform/storage/Scope.ts"
import { Storage } from "../platform/storage/Storage.ts"
import { erasedJson } from "./erasedJson.ts"

/** Returns the records whose answer is about a customer. */
export const ownersOf = Effect.fnUntraced(function* (
  scope: Scope,
  customer: string,
  records: ReadonlyArray<Stored<IdempotencyRecord>>
) {
  const storage = yield* Storage
  const answers = records.map(({ row }) => answerOf(row))
  const named = answers.flatMap((answer) => paymentIn(answer) ?? [])
  const payments = yield* storage.getMany(scope, PaymentCollection, [...new Set(named)])
  const own = new Set<string>(
    payments.filter(({ row }) => row.customer === customer).map(({ row }) => row.id)
  )
  return records.filter((_, at) => {
    const answer = answers[at]
    return (
      textIn(answer, "id") === customer ||
      textIn(answer, "customer") === customer ||
      own.has(paymentIn(answer) ?? "")
    )
  })
})

/** Returns a record whose answer has no personal data, so that its key still replays. */
export const erasedAnswer = (record: IdempotencyRecord): IdempotencyRecord => {
  const answer = answerOf(record)
  if (textIn(answer, "object") === "customer") {
    return { ...record, answer: erasedCustomerAnswer(answer as object) }
  }
  return { ...record, answer: JSON.stringify(erasedJson(answer)) }
}

const erasedCustomerAnswer = (answer: object): string => {
  const { id, created } = answer as { readonly id: never; readonly created: string }
  return customerCodec.toBody({
    object: "customer",
    id,
    reference: null,
    email: null,
    name: null,
    defaultPaymentInstrument: null,
    billingAddress: { country: null, postalCode: null },
    metadata: {},
    created: Date.parse(created)
  })
}

const answerOf = ({ answer }: IdempotencyRecord): unknown =>
  answer === null ? null : JSON.parse(answer)

const paymentIn = (answer: unknown): string | null => textIn(answer, "payment")

const textIn = (answer: unknown, name: string): string | null => {
  const value = Predicate.hasProperty(answer, name) ? answer[name] : null
  return typeof value === "string" ? value : null
}
