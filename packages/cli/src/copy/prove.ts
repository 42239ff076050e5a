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
import type { Stores } from "./copyRows.ts"
import { allParts, eachPage, eachPageOfPart, eachScope, type Page, textOf } from "./iterateStore.ts"
import { nextEvent } from "./positions.ts"

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
  { from, to }: Stores,
  copied: ReadonlyArray<Collection<Row>>,
  progress: Progress
) {
  const collections: Array<ProvenCollection> = []
  for (const of of copied) {
    progress.startCollection(of.name)
    const source = yield* digest(from, of, progress.addRows)
    const target = yield* digest(to, of, () => undefined)
    collections.push({
      collection: of.name,
      ...source,
      isEqual: source.sha256 === target.sha256 && source.rows === target.rows
    })
  }
  const balances = yield* compareBalances({ from, to })
  const isEqual = [...collections, ...balances].every((each) => each.isEqual)
  return { isEqual, collections, trialBalance: balances } satisfies Proof
})

const digest = Effect.fnUntraced(function* (
  storage: StoragePort,
  of: Collection<Row>,
  addRows: (rows: number) => void
) {
  const hash = createHash("sha256")
  let rows = 0
  const add = (page: Page) =>
    Effect.gen(function* () {
      for (const each of page) hash.update(`${textOf(of, yield* comparable(storage, of, each))}\n`)
      rows += page.length
      addRows(page.length)
    })
  if (of.feed === null) yield* eachPage(storage, of, add)
  else {
    for (const part of allParts) yield* eachPageOfPart(storage, of, part, add)
  }
  return { rows, sha256: hash.digest("hex") }
})

/**
 * Positions differ between stores, so the id of a consumer's next event takes the position's place.
 */
const comparable = (storage: StoragePort, of: Collection<Row>, stored: Stored<Row>) => {
  if (of.name !== ConsumerPartCollection.name) return Effect.succeed(stored)
  const { scope, row, version } = stored as Stored<ConsumerPart>
  return Effect.map(nextEvent(storage, row), (position) =>
    storedRow<Row>(scope, { ...row, position } as ConsumerPart, version)
  )
}

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
