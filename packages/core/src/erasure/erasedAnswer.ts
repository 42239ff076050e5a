import { Effect, Predicate } from "effect"
import { type Customer, customerCodec } from "../cards/customers/Customer.ts"
import type { CustomerId } from "../kernel/primitives/PublicId.ts"
import { PaymentCollection } from "../payments/charges/Payment.ts"
import type { IdempotencyRecord } from "../platform/idempotency/IdempotencyRecord.ts"
import type { Stored } from "../platform/storage/Collection.ts"
import type { Scope } from "../platform/storage/Scope.ts"
import { Storage } from "../platform/storage/Storage.ts"
import { type ErasedCustomer, erasedCustomerCodec } from "./ErasedCustomer.ts"
import { erasedJson, erasedModuleJson } from "./erasedJson.ts"
import { ModuleErasure, ownIdsOf } from "./ModuleErasure.ts"

/** Returns the records whose answer is about a customer. */
export const ownersOf = Effect.fnUntraced(function* (
  scope: Scope,
  customer: string,
  records: ReadonlyArray<Stored<IdempotencyRecord>>
) {
  const storage = yield* Storage
  const { tables, endpoints } = yield* ModuleErasure
  const answers = records.map(({ row }) => answerOf(row))
  const named = answers.flatMap((answer) => paymentIn(answer) ?? [])
  const payments = yield* storage.getMany(scope, PaymentCollection, [...new Set(named)])
  const ofModules = records.flatMap(({ row }, at) =>
    endpoints.has(row.endpoint) ? (textIn(answers[at], "id") ?? []) : []
  )
  const own = new Set<string>([
    ...payments.filter(({ row }) => row.customer === customer).map(({ row }) => row.id),
    ...(yield* ownIdsOf(scope, tables, customer, [...new Set(ofModules)]))
  ])
  return records.filter((_, at) => {
    const answer = answers[at]
    return (
      textIn(answer, "id") === customer ||
      textIn(answer, "customer") === customer ||
      own.has(paymentIn(answer) ?? textIn(answer, "id") ?? "")
    )
  })
})

/** Returns a record whose answer has no personal data, so that its key still replays. */
export const erasedAnswer = (
  record: IdempotencyRecord,
  ofModules: ReadonlySet<string>
): IdempotencyRecord => {
  const answer = answerOf(record)
  if (textIn(answer, "object") === "customer") {
    return { ...record, answer: erasedCustomerAnswer(answer as CustomerAnswer) }
  }
  const erased = ofModules.has(record.endpoint) ? erasedModuleJson(answer) : erasedJson(answer)
  return { ...record, answer: JSON.stringify(erased) }
}

interface CustomerAnswer {
  readonly id: CustomerId
  readonly created: string
  /** Only in the answer of an erasure. */
  readonly left?: ErasedCustomer["left"]
}

const erasedCustomerAnswer = ({ id, created, left }: CustomerAnswer): string => {
  const customer: Customer = {
    object: "customer",
    id,
    reference: null,
    email: null,
    name: null,
    defaultPaymentInstrument: null,
    billingAddress: { country: null, postalCode: null },
    metadata: {},
    created: Date.parse(created)
  }
  return left === undefined
    ? customerCodec.toBody(customer)
    : erasedCustomerCodec.toBody({ ...customer, left })
}

const answerOf = ({ answer }: IdempotencyRecord): unknown =>
  answer === null ? null : JSON.parse(answer)

const paymentIn = (answer: unknown): string | null => textIn(answer, "payment")

const textIn = (answer: unknown, name: string): string | null => {
  const value = Predicate.hasProperty(answer, name) ? answer[name] : null
  return typeof value === "string" ? value : null
}
