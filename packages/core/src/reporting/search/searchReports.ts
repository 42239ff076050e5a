import { Effect, Schema } from "effect"
import { CustomerCollection, type CustomerRecord } from "../../cards/customers/Customer.ts"
import { inputChecker } from "../../kernel/input/decodeInput.ts"
import type { Named } from "../../kernel/primitives/Named.ts"
import { LedgerGroupCollection } from "../../ledger/LedgerGroup.ts"
import type { Scope } from "../../platform/storage/Scope.ts"
import { Storage } from "../../platform/storage/Storage.ts"
import { projectPayment } from "../projectPayment.ts"
import {
  type ReportedPayment,
  ReportedPaymentCollection,
  type ReportedPaymentRecord,
  toReportedPayment
} from "../ReportedPayment.ts"
import { ReportedTermCollection, termDigest } from "../ReportedTerm.ts"
import { loadFacts } from "../reportPayments.ts"
import { amountIn } from "./amountsIn.ts"
import { type IdentifiedObject, objectById } from "./objectById.ts"

/** The property by which a search found an object, the most exact first. */
export const MatchedBy = Schema.Literals([
  "id",
  "reference",
  "email",
  "customer_reference",
  "metadata",
  "last4",
  "amount"
])
export type MatchedBy = Named<typeof MatchedBy.Type>

/** An object that a search found. */
export interface SearchHit {
  /** The kind of the object, such as `payment`, `customer` or `webhook_delivery`. */
  readonly object: string
  readonly id: string
  readonly matchedBy: MatchedBy
  /** The payment that the object is or belongs to. Null if there is none. */
  readonly payment: ReportedPayment | null
  /** The customer that the object is or belongs to. Null if there is none. */
  readonly customer: FoundCustomer | null
}

/** A customer in the result of a search. */
export interface FoundCustomer {
  readonly id: string
  readonly name: string | null
  readonly email: string | null
}

/** The options of a search. */
export interface SearchOptions {
  /** The maximum number of hits, from 1 to 20. The default is 20. */
  readonly limit?: number
}

const mostHits = 20
const longestText = 500

const checkInput = inputChecker(
  Schema.Struct({
    text: Schema.String.check(Schema.isMaxLength(longestText)),
    limit: Schema.optionalKey(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: mostHits })))
  })
)

/** The number of last payments that are shown of a customer. */
const paymentsOfCustomer = 5

/**
 * Finds objects by an id, a provider's reference, an email address, a customer's reference, a value
 * of metadata, the last four digits of a card, or an amount. The most exact hits come first. Every
 * step reads a few rows of an index.
 */
export const searchReports = Effect.fnUntraced(function* (
  scope: Scope,
  text: string,
  options: SearchOptions = {}
) {
  const input = yield* Effect.fromResult(checkInput({ ...options, text }))
  const { limit = mostHits } = input
  const wanted = input.text.trim()
  const hits = new Map<string, Found>()
  if (wanted === "") return [] satisfies ReadonlyArray<SearchHit>
  for (const step of steps) {
    yield* Effect.yieldNow
    for (const found of yield* step(scope, wanted)) {
      const key = `${found.object}/${found.id}`
      if (!hits.has(key)) hits.set(key, found)
    }
    if (hits.size >= limit) break
  }
  return yield* asHits(scope, [...hits.values()].slice(0, limit))
})

interface Found extends IdentifiedObject {
  readonly matchedBy: MatchedBy
}

const paymentFound =
  (matchedBy: MatchedBy) =>
  (id: string): Found => ({ object: "payment", id, payment: id, customer: null, matchedBy })

const byId = (scope: Scope, text: string) =>
  Effect.map(objectById(scope, text), (found) =>
    found.map((each): Found => ({ ...each, matchedBy: "id" }))
  )

const byReference = Effect.fnUntraced(function* (scope: Scope, text: string) {
  const storage = yield* Storage
  const query = { order: "desc", limit: mostHits } as const
  const payments = yield* storage.page(scope, ReportedPaymentCollection, {
    ...query,
    where: { reference: text }
  })
  // The ledger also has the references of refunds.
  const groups = yield* storage.page(scope, LedgerGroupCollection, {
    ...query,
    where: { providerReference: text }
  })
  const terms = yield* termsOf(scope, text)
  return [
    ...payments.map(({ row }) => row.id),
    ...terms.filter(({ key }) => key === null).map(({ payment }) => payment),
    ...groups.flatMap(({ row }) => row.payment ?? [])
  ].map(paymentFound("reference"))
})

const byMetadata = Effect.fnUntraced(function* (scope: Scope, text: string) {
  const terms = yield* termsOf(scope, text)
  return terms
    .filter(({ key }) => key !== null)
    .map(({ payment }) => paymentFound("metadata")(payment))
})

const termsOf = Effect.fnUntraced(function* (scope: Scope, text: string) {
  const storage = yield* Storage
  const found = yield* storage.page(scope, ReportedTermCollection, {
    order: "desc",
    limit: mostHits,
    where: { digest: termDigest(text) }
  })
  return found.map(({ row }) => row)
})

const byEmail = Effect.fnUntraced(function* (scope: Scope, text: string) {
  if (!text.includes("@")) return []
  const storage = yield* Storage
  const lower = text.toLowerCase()
  const query = { order: "desc", limit: paymentsOfCustomer } as const
  const exact = yield* storage.page(scope, CustomerCollection, {
    ...query,
    where: { email: [...new Set([text, lower])] }
  })
  const folded = yield* storage.page(scope, CustomerCollection, {
    ...query,
    where: { foldedEmail: lower }
  })
  return yield* withLastPayments(
    scope,
    [...exact, ...folded].map(({ row }) => row),
    "email"
  )
})

const byCustomerReference = Effect.fnUntraced(function* (scope: Scope, text: string) {
  const storage = yield* Storage
  const found = yield* storage.page(scope, CustomerCollection, {
    order: "desc",
    limit: paymentsOfCustomer,
    where: { reference: text }
  })
  return yield* withLastPayments(
    scope,
    found.map(({ row }) => row),
    "customer_reference"
  )
})

const withLastPayments = Effect.fnUntraced(function* (
  scope: Scope,
  customers: ReadonlyArray<CustomerRecord>,
  matchedBy: MatchedBy
) {
  const storage = yield* Storage
  const ids = [...new Set(customers.map(({ id }) => id))]
  if (ids.length === 0) return []
  const payments = yield* storage.page(scope, ReportedPaymentCollection, {
    order: "desc",
    limit: paymentsOfCustomer,
    where: { customer: ids }
  })
  return [
    ...ids.map((id): Found => ({ object: "customer", id, payment: null, customer: id, matchedBy })),
    ...payments.map(({ row }) => paymentFound(matchedBy)(row.id))
  ]
})

const byLast4 = Effect.fnUntraced(function* (scope: Scope, text: string) {
  if (!/^\d{4}$/.test(text)) return []
  const storage = yield* Storage
  const found = yield* storage.page(scope, ReportedPaymentCollection, {
    order: "desc",
    limit: mostHits / 2,
    where: { last4: text }
  })
  return found.map(({ row }) => paymentFound("last4")(row.id))
})

const byAmount = Effect.fnUntraced(function* (scope: Scope, text: string) {
  const written = amountIn(text)
  if (written === null) return []
  const storage = yield* Storage
  const found: Array<ReportedPaymentRecord> = []
  let after: string | undefined
  for (let read = 0; read < mostRead && found.length < mostHits; read += rowsAtOnce) {
    if (read > 0) yield* Effect.yieldNow
    const rows = yield* storage.page(scope, ReportedPaymentCollection, {
      order: "desc",
      limit: rowsAtOnce,
      where: { amount: written.minorAmounts.map(String) },
      ...(after === undefined ? {} : { after })
    })
    const own = rows.map(({ row }) => row)
    found.push(...own.filter(({ amount, currency }) => written.means(amount, currency)))
    after = own.at(-1)?.id
    if (rows.length < rowsAtOnce) break
  }
  return found.map(({ id }) => paymentFound("amount")(id))
})

/** The payments of an amount that are read, because their currency may be another one. */
const mostRead = 200
const rowsAtOnce = 25

/** The steps of a search, the most exact first. */
const steps = [byId, byReference, byEmail, byCustomerReference, byMetadata, byLast4, byAmount]

const asHits = Effect.fnUntraced(function* (scope: Scope, found: ReadonlyArray<Found>) {
  const storage = yield* Storage
  const wanted = [...new Set(found.flatMap(({ payment }) => payment ?? []))]
  const reported = yield* storage.getMany(scope, ReportedPaymentCollection, wanted)
  const rows = new Map<string, ReportedPaymentRecord>(reported.map(({ row }) => [row.id, row]))
  // A new payment is not reported yet.
  const facts = yield* loadFacts(
    scope,
    wanted.filter((id) => !rows.has(id))
  )
  for (const each of facts) rows.set(each.payment.id, projectPayment(each))
  const customerOf = ({ customer, payment }: Found) =>
    customer ?? rows.get(payment ?? "")?.customer ?? null
  const known = yield* storage.getMany(scope, CustomerCollection, [
    ...new Set(found.flatMap((each) => customerOf(each) ?? []))
  ])
  const customers = new Map<string, CustomerRecord>(known.map(({ row }) => [row.id, row]))
  return found.map((each): SearchHit => {
    const row = rows.get(each.payment ?? "")
    const customer = customers.get(customerOf(each) ?? "")
    return {
      object: each.object,
      id: each.id,
      matchedBy: each.matchedBy,
      payment: row === undefined ? null : toReportedPayment(row),
      customer:
        customer === undefined
          ? null
          : { id: customer.id, name: customer.name, email: customer.email }
    }
  })
})
