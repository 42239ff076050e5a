import type { KeptTotal, RowPage, RowSource } from "@payloom/auditor"
import {
  collections as allCollections,
  type Collection,
  deploymentScope,
  LedgerGroupCollection,
  ParkedCollection,
  type Row,
  type Scope,
  type StoragePort,
  type Stored
} from "@payloom/core"
import { Effect } from "effect"
import type { OpenStore } from "../../target/openStore.ts"
import { scopesOf } from "../../target/scopesOf.ts"

const pageSize = 500

/** The prefix of the keys of balances over all of time. */
const allTime = "all "

/** Reads an opened storage of any kind in pages. There is no snapshot of a whole storage. */
export const portSource = ({ storage, close }: OpenStore): RowSource => ({
  pages: (names) => pagesOf(storage, names),
  totals: async () => {
    const totals: Array<KeptTotal> = []
    for await (const scope of accountsOf(storage)) totals.push(...(await totalsOf(storage, scope)))
    return totals
  },
  close
})

async function* pagesOf(
  storage: StoragePort,
  names: ReadonlyArray<string>
): AsyncGenerator<RowPage> {
  const byName = new Map(allCollections.map((of) => [of.name, of as Collection<Row>] as const))
  for (const name of names) {
    const of = byName.get(name)
    if (of === undefined) continue
    const isOfDeployment = name === ParkedCollection.name
    const scopes = isOfDeployment ? [deploymentScope] : accountsOf(storage)
    for await (const scope of scopes) yield* pagesIn(storage, scope, of)
  }
}

/**
 * Iterates over the scopes of tenants. The deployment has rows of its own collections only, and the
 * directory of cells has no other tables.
 */
async function* accountsOf(storage: StoragePort): AsyncGenerator<Scope> {
  for await (const scope of scopesOf(storage, pageSize)) {
    if (scope.tenant !== deploymentScope.tenant) yield scope
  }
}

async function* pagesIn(
  storage: StoragePort,
  scope: Scope,
  of: Collection<Row>
): AsyncGenerator<RowPage> {
  for (let after: string | undefined; ; ) {
    const from = after === undefined ? {} : { after }
    const query = { order: "asc", limit: pageSize, ...from } as const
    const page: ReadonlyArray<Stored<Row>> = await Effect.runPromise(storage.page(scope, of, query))
    const { tenant, mode } = scope
    const rows = page.map(({ row, version }) => ({ tenant, mode, version, text: of.encode(row) }))
    if (rows.length > 0) yield { collection: of.name, rows }
    if (page.length < pageSize) return
    after = page.at(-1)?.row.id
  }
}

const totalsOf = async (storage: StoragePort, { tenant, mode }: Scope) => {
  const query = { keyFrom: allTime, keyTo: `${allTime}~` }
  const reading = storage.sums({ tenant, mode }, LedgerGroupCollection, "balance", query)
  return (await Effect.runPromise(reading)).map(({ key, amount }) => ({
    tenant,
    mode,
    key: key.slice(allTime.length),
    amount
  }))
}
