import { Effect, Schema } from "effect"
import { type Customer, customerFields, customerKeys } from "../cards/customers/Customer.ts"
import { PaymentInstrumentCollection } from "../cards/saved/PaymentInstrument.ts"
import { CardVault } from "../cards/vault/CardVault.ts"
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
   * The references by which the system knows them: those of the saved cards at the vault, and of
   * the saved methods at a provider. A provider also got the customer's id.
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
   * The systems in which the customer has to be deleted by hand. None if no card was saved and
   * nothing was paid. A vault with `forget` deletes the cards itself, and isn't named.
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
  const methods: Array<{ readonly provider: string; readonly token: string }> = []
  const query = { where: { customer }, order: "asc" } as const
  yield* eachPage(scope, PaymentInstrumentCollection, query, (page) =>
    Effect.sync(() => {
      for (const { row } of page) {
        if (row.card === null) methods.push(row.apm)
        else cards.push(row.card.vaultReference)
      }
    })
  )
  const paid = yield* storage.page(scope, PaymentCollection, { ...query, limit: 1 })
  const { mids } = yield* routingTable(scope)
  const names = new Set(methods.map(({ provider }) => provider))
  if (paid.length > 0) for (const { provider } of mids) names.add(provider)
  const providers = Array.from(
    names,
    (name): ErasureLeft => ({
      kind: "provider",
      name,
      references: methods.filter(({ provider }) => provider === name).map(({ token }) => token)
    })
  )
  return cards.length === 0 || forget !== undefined
    ? providers
    : [{ kind: "vault", name: "vault", references: cards } satisfies ErasureLeft, ...providers]
})
