import { Effect } from "effect"
import { CustomerCollection, type CustomerRecord } from "../cards/customers/Customer.ts"
import { fingerprintKey } from "../cards/vault/vaultCard.ts"
import { Secrets } from "../platform/secrets/Secrets.ts"
import type { Stored } from "../platform/storage/Collection.ts"
import type { Scope } from "../platform/storage/Scope.ts"
import { Storage } from "../platform/storage/Storage.ts"
import { currentCommitContext } from "../platform/tenants/accountSettings.ts"
import { openImport } from "./Import.ts"
import { loadImported } from "./ImportedObject.ts"
import type { CheckedPage } from "./importInput.ts"
import type { PageContext } from "./pageChanges.ts"

/** A page's context, with the rows that the commit also has to check. */
export interface LoadedPage extends PageContext {
  readonly stored: Effect.Success<ReturnType<typeof openImport>>
  /** The existing customers of the page, by their ids. */
  readonly owners: ReadonlyMap<string, Stored<CustomerRecord>>
}

/**
 * Reads everything that a page is decided on, in a number of reads that its size doesn't change.
 * `needsTerms` is true if the cards and plans of subscriptions are needed.
 */
export const loadPage = Effect.fnUntraced(function* (
  scope: Scope,
  page: CheckedPage,
  needsTerms: boolean
) {
  const storage = yield* Storage
  const secrets = yield* Secrets
  const stored = yield* openImport(scope, page)
  const rows = yield* loadImported(scope, [
    ...idsIn(page),
    ...(page.subscriptions ?? []).map(({ customer }) => customer),
    ...(needsTerms ? referencesIn(page) : [])
  ])
  const ids = [...rows.values()].flatMap(({ row }) =>
    row.kind === "customer" && row.object !== null ? [row.object] : []
  )
  const customers =
    ids.length === 0 ? [] : yield* storage.getMany(scope, CustomerCollection, ids.toSorted())
  const erased = customers.filter(({ row }) => row.erasedAt !== undefined).map(({ row }) => row.id)
  const loaded: LoadedPage = {
    commit: yield* currentCommitContext(scope),
    run: stored.row,
    stored,
    rows,
    erased: new Set<string>(erased),
    owners: new Map(customers.map((customer) => [customer.row.id, customer])),
    fingerprintKey: fingerprintKey(secrets, scope)
  }
  return loaded
})

/** Returns the external ids of the objects on a page. */
const idsIn = (page: CheckedPage): ReadonlyArray<string> => [
  ...(page.customers ?? []).map(({ externalId }) => externalId),
  ...(page.cards ?? []).flatMap(({ externalId, customer }) => [externalId, customer]),
  ...(page.plans ?? []).map(({ externalId }) => externalId),
  ...(page.history ?? []).map(({ externalId }) => externalId),
  ...(page.subscriptions ?? []).map(({ externalId }) => externalId)
]

/** Returns the external ids of the cards and plans of subscriptions. */
const referencesIn = ({ subscriptions = [] }: CheckedPage): ReadonlyArray<string> =>
  subscriptions.flatMap(({ terms }) =>
    terms === null ? [] : [terms.card, ...(terms.plan === null ? [] : [terms.plan])]
  )
