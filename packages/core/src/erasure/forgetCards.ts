import { Effect } from "effect"
import { PaymentInstrumentCollection } from "../cards/saved/PaymentInstrument.ts"
import { CardVault, type CardVaultPort } from "../cards/vault/CardVault.ts"
import { AttemptCollection } from "../payments/charges/Attempt.ts"
import { PaymentCollection } from "../payments/charges/Payment.ts"
import type { Collection, Row, Stored } from "../platform/storage/Collection.ts"
import { eachPage } from "../platform/storage/eachPage.ts"
import type { Scope } from "../platform/storage/Scope.ts"
import { Storage } from "../platform/storage/Storage.ts"

/** The number of rows whose cards are deleted in one job. Each card is one call of the vault. */
const rowsAtOnce = 10

/**
 * Lets the vault delete a page of an erased customer's cards: first the saved ones, then those that
 * were only typed in for a payment. Returns the position after the page, or null after the last
 * one. The position is a table's name, a slash and an id.
 */
export const forgetCards = Effect.fnUntraced(function* (
  scope: Scope,
  customer: string,
  position: string | null
) {
  const { forget } = yield* CardVault
  const storage = yield* Storage
  if (forget === undefined) return null
  const [table = "", after = ""] = position?.split("/") ?? []
  if (table !== PaymentCollection.name) {
    const saved = yield* rowsOf(scope, PaymentInstrumentCollection, customer, after)
    const references = saved.flatMap(({ row }) => row.card?.vaultReference ?? [])
    yield* forgetAll(forget, scope, customer, references)
    return positionAfter(PaymentInstrumentCollection, saved) ?? `${PaymentCollection.name}/`
  }
  const paid = yield* rowsOf(scope, PaymentCollection, customer, after)
  const typed = paid.flatMap(({ row }) => (row.paymentInstrument === null ? row.attempts : []))
  const attempts = yield* storage.getMany(scope, AttemptCollection, typed)
  const references = attempts.flatMap(({ row: { source } }) =>
    source._tag === "Vaulted" ? source.vaultReference : []
  )
  yield* forgetAll(forget, scope, customer, references)
  return positionAfter(PaymentCollection, paid)
})

const rowsOf = Effect.fnUntraced(function* <R extends Row>(
  scope: Scope,
  of: Collection<R>,
  customer: string,
  after: string
) {
  const storage = yield* Storage
  return yield* storage.page(scope, of, {
    where: { customer },
    order: "asc",
    limit: rowsAtOnce,
    ...(after === "" ? {} : { after })
  })
})

const positionAfter = (
  { name }: Pick<Collection<Row>, "name">,
  rows: ReadonlyArray<Stored<Row>>
): string | null => (rows.length < rowsAtOnce ? null : `${name}/${rows.at(-1)?.row.id}`)

/**
 * Returns true if the vault may delete a card: nobody else has saved it. The cards of an erased
 * customer are detached before.
 */
const isOnlyOf = Effect.fnUntraced(function* (
  scope: Scope,
  customer: string,
  vaultReference: string
) {
  let isShared = false
  const query = { where: { vaultReference }, order: "asc" } as const
  yield* eachPage(scope, PaymentInstrumentCollection, query, (page) =>
    Effect.sync(() => {
      isShared ||= page.some(({ row }) => row.customer !== customer && !row.detached)
    })
  )
  return !isShared
})

const forgetAll = Effect.fnUntraced(function* (
  forget: NonNullable<CardVaultPort["forget"]>,
  scope: Scope,
  customer: string,
  references: ReadonlyArray<string>
) {
  for (const vaultReference of new Set(references)) {
    if (yield* isOnlyOf(scope, customer, vaultReference)) yield* forget({ scope, vaultReference })
  }
})
