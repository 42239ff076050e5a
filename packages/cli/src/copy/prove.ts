import { createHash } from "node:crypto"
import {
  type Collection,
  type ConsumerPart,
  ConsumerPartCollection,
  type Row,
  type Scope,
  Storage,
  type StoragePort,
  type Stored,
  storedRow,
  trialBalance
} from "@payloom/core"
import { Effect } from "effect"
import type { Progress } from "./CopyProgress.ts"
import { tenantsIn } from "./CopyTarget.ts"
import type { Stores } from "./copyRows.ts"
import { allParts, eachPage, eachPageOfPart, eachScope, type Page, textOf } from "./iterateStore.ts"
import { nextEvent } from "./positions.ts"
import { comparableInCells } from "./positionsInCells.ts"

/** One collection, compared between the two stores. */
export interface ProvenCollection {
  readonly collection: string
  /** The number of rows in the source. */
  readonly rows: number
  /** SHA-256 over all rows with their versions, in order, as hexadecimal digits. */
  readonly sha256: string
  /** True if the target has the same rows, at the same versions, in the same order. */
  readonly isEqual: boolean
}

/** The trial balance of all merchants in one currency. */
export interface ProvenBalance {
  /** An ISO 4217 code. */
  readonly currency: string
  /** The number of ledger accounts in this currency. */
  readonly accounts: number
  /** The sum of all accounts' balances, in minor units. It has to be zero. */
  readonly sum: bigint
  /** True if each account has the same balance in both stores, and the balances sum to zero. */
  readonly isEqual: boolean
}

/** The result of comparing both stores. */
export interface Proof {
  readonly isEqual: boolean
  readonly collections: ReadonlyArray<ProvenCollection>
  readonly trialBalance: ReadonlyArray<ProvenBalance>
}

/** Reads both stores, and compares every collection and every account. */
export const prove = Effect.fnUntraced(function* (
  stores: Stores,
  copied: ReadonlyArray<Collection<Row>>,
  progress: Progress
) {
  const { from, to, cells } = stores
  const collections: Array<ProvenCollection> = []
  for (const of of copied) {
    progress.startCollection(of.name)
    const digestOf = of.feed === null || cells.size === 0 ? digest : digestInCells
    const source = yield* digestOf(stores, from, of, progress.addRows)
    const target = yield* digestOf(stores, to, of, () => undefined)
    collections.push({
      collection: of.name,
      ...source,
      isEqual: source.sha256 === target.sha256 && source.rows === target.rows
    })
  }
  const balances = yield* compareBalances(stores)
  const isEqual = [...collections, ...balances].every((each) => each.isEqual)
  return { isEqual, collections, trialBalance: balances } satisfies Proof
})

/** The rows of one store, as a number and a hash. */
type Digest = Pick<ProvenCollection, "rows" | "sha256">

const digest = Effect.fnUntraced(function* (
  stores: Stores,
  storage: StoragePort,
  of: Collection<Row>,
  addRows: (rows: number) => void
) {
  const hash = createHash("sha256")
  let rows = 0
  const add = (page: Page) =>
    Effect.gen(function* () {
      for (const each of yield* comparable(stores, storage, of, page)) {
        hash.update(`${textOf(of, each)}\n`)
      }
      rows += page.length
      addRows(page.length)
    })
  if (of.feed === null) yield* eachPage(storage, of, add)
  else {
    for (const part of allParts) yield* eachPageOfPart(storage, of, part, add)
  }
  return { rows, sha256: hash.digest("hex") } satisfies Digest
})

/**
 * Hashes a feed by cell, because each cell has an order of its own. The rows of the source are
 * divided by the cells of their tenants.
 */
const digestInCells = Effect.fnUntraced(function* (
  { from, cells }: Stores,
  storage: StoragePort,
  of: Collection<Row>,
  addRows: (rows: number) => void
) {
  const cellOf = storage === from ? yield* tenantsIn(cells) : null
  const hashes = new Map([...cells.keys()].map((name) => [name, createHash("sha256")]))
  let rows = 0
  const add = (own: string | null) => (page: Page) =>
    Effect.sync(() => {
      for (const each of page) {
        const name = own ?? cellOf?.get(each.scope.tenant) ?? ""
        hashes.get(name)?.update(`${textOf(of, each)}\n`)
      }
      rows += page.length
      addRows(page.length)
    })
  const walked = cellOf === null ? [...cells] : [[null, from] as const]
  for (const [name, own] of walked) {
    for (const part of allParts) yield* eachPageOfPart(own, of, part, add(name))
  }
  const all = createHash("sha256")
  for (const [name, hash] of hashes) all.update(`${name} ${hash.digest("hex")}\n`)
  return { rows, sha256: all.digest("hex") } satisfies Digest
})

/**
 * Positions differ between stores, so the id of a consumer's next event takes the position's place.
 */
const comparable = Effect.fnUntraced(function* (
  stores: Stores,
  storage: StoragePort,
  of: Collection<Row>,
  page: Page
) {
  if (of.name !== ConsumerPartCollection.name) return page
  if (stores.cells.size > 0) return yield* comparableInCells(stores, storage, page)
  return yield* Effect.forEach(page as ReadonlyArray<Stored<ConsumerPart>>, (stored) =>
    Effect.map(nextEvent(storage, stored.row), (position) =>
      storedRow<Row>(stored.scope, { ...stored.row, position } as ConsumerPart, stored.version)
    )
  )
})

const compareBalances = Effect.fnUntraced(function* ({ from, to }: Stores) {
  const found = new Map<string, { accounts: number; sum: bigint; isEqual: boolean }>()
  const compare = Effect.fnUntraced(function* (scope: Scope) {
    const source = yield* balancesOf(from, scope)
    const target = new Map(
      (yield* balancesOf(to, scope)).map((each) => [`${each.currency} ${each.account}`, each])
    )
    for (const { account, currency, balance } of source) {
      const before = found.get(currency) ?? { accounts: 0, sum: 0n, isEqual: true }
      const isSame = target.get(`${currency} ${account}`)?.balance === balance
      found.set(currency, {
        accounts: before.accounts + 1,
        sum: before.sum + balance,
        isEqual: before.isEqual && isSame && target.size === source.length
      })
    }
  })
  yield* eachScope(from, compare)
  return Array.from(
    found,
    ([currency, { isEqual, ...rest }]): ProvenBalance => ({
      currency,
      ...rest,
      isEqual: isEqual && rest.sum === 0n
    })
  )
})

const balancesOf = (storage: StoragePort, scope: Scope) =>
  Effect.provideService(trialBalance(scope), Storage, storage)
