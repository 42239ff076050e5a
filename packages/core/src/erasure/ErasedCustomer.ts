import { Effect, Schema } from "effect"
import { type Customer, customerFields, customerKeys } from "../cards/customers/Customer.ts"
import { PaymentInstrumentCollection } from "../cards/saved/PaymentInstrument.ts"
import { CardVault } from "../cards/vault/CardVault.ts"
import { ImportCollection } from "../imports/Import.ts"
import { ImportedCollection } from "../imports/ImportedObject.ts"
import { type WireCodec, wireCodec } from "../kernel/codec/WireCodec.ts"
import { PaymentCollection } from "../payments/charges/Payment.ts"
import { eachPage } from "../platform/storage/eachPage.ts"
import type { Scope } from "../platform/storage/Scope.ts"
import { Storage } from "../platform/storage/Storage.ts"
import { routingTable } from "../routing/changeTable.ts"

/** A system outside the engine that may still have data of an erased customer. */
export interface ErasureLeft {
  /** The kind of the system. */
  readonly kind: "vault" | "provider"
  /** The provider's name. `vault` for the vault. */
  readonly name: string
  /**
   * The references by which the system knows them. At the vault they are those of the saved cards.
   * At a provider they are the tokens of saved methods and cards, and the id from which the
   * customer was imported. A provider also got the customer's id here, if a payment named it.
   */
  readonly references: ReadonlyArray<string>
}
const ErasureLeft = Schema.Struct({
  kind: Schema.Literals(["vault", "provider"]),
  name: Schema.String,
  references: Schema.Array(Schema.String)
})

/** An erased customer, with the systems that the erasure doesn't reach. */
export interface ErasedCustomer extends Customer {
  /**
   * The systems in which the customer has to be deleted by hand. None if the customer was not
   * imported, no card was saved and nothing was paid. A vault with `forget` deletes its cards
   * itself, and isn't named.
   */
  readonly left: ReadonlyArray<ErasureLeft>
}
const ErasedCustomer = Schema.Struct({
  ...customerFields,
  left: Schema.Array(ErasureLeft)
})
  .pipe(Schema.encodeKeys(customerKeys))
  .annotate({ identifier: "ErasedCustomer" })

export const erasedCustomerCodec: WireCodec<ErasedCustomer> = wireCodec(ErasedCustomer)

/** Returns the systems that may still have data of a customer. */
export const leftOf = Effect.fnUntraced(function* (scope: Scope, customer: string) {
  const storage = yield* Storage
  const { forget } = yield* CardVault
  const cards: Array<string> = []
  const known = [...(yield* importedFrom(scope, customer))]
  const query = { where: { customer }, order: "asc" } as const
  yield* eachPage(scope, PaymentInstrumentCollection, query, (page) =>
    Effect.sync(() => {
      for (const { row } of page) {
        if (row.card !== null) cards.push(row.card.vaultReference)
        // A card with tokens may be in another vault than the engine's, which can't delete it.
        const tokens = row.card === null ? [row.apm] : (row.card.tokens ?? [])
        for (const { provider, token } of tokens) known.push({ provider, reference: token })
      }
    })
  )
  const paid = yield* storage.page(scope, PaymentCollection, { ...query, limit: 1 })
  const { mids } = yield* routingTable(scope)
  const names = new Set(known.map(({ provider }) => provider))
  if (paid.length > 0) for (const { provider } of mids) names.add(provider)
  const providers = Array.from(
    names,
    (name): ErasureLeft => ({
      kind: "provider",
      name,
      references: known.filter((at) => at.provider === name).map(({ reference }) => reference)
    })
  )
  return cards.length === 0 || forget !== undefined
    ? providers
    : [{ kind: "vault", name: "vault", references: cards } satisfies ErasureLeft, ...providers]
})

/** A reference by which a provider knows a customer. */
interface KnownAt {
  readonly provider: string
  readonly reference: string
}

/** Returns the ids from which a customer was imported, such as `cus_1` at Stripe. */
const importedFrom = Effect.fnUntraced(function* (scope: Scope, customer: string) {
  const storage = yield* Storage
  const query = { where: { object: customer }, order: "asc", limit: 100 } as const
  const rows = (yield* storage.page(scope, ImportedCollection, query)).map(({ row }) => row)
  const runs = yield* storage.getMany(scope, ImportCollection, [
    ...new Set(rows.map((row) => row.import))
  ])
  return rows.flatMap(({ import: of, externalId }): ReadonlyArray<KnownAt> => {
    const run = runs.find(({ row }) => row.id === of)?.row
    if (run === undefined) return []
    return [{ provider: run.provider, reference: externalId.slice(externalId.indexOf(":") + 1) }]
  })
})
