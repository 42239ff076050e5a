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
import type { Stores } from "./fill.ts"
import { nextEvent } from "./positions.ts"
import {
  allParts,
  copiedCollections,
  eachPage,
  eachPageOfPart,
  eachScope,
  type Page,
  textOf
} from "./walks.ts"

/** One collection of both stores, read once more. */
export interface ProvenCollection {
  readonly collection: string
  /** How many rows the source has. */
  readonly rows: number
  /** SHA-256 over all of them with their versions, in their order: in hexadecimal digits. */
  readonly sha256: string
  /** Whether the target has the same rows, at the same versions, in the same order. */
  readonly isEqual: boolean
}

/** What the books of all merchants come to in a currency. */
export interface ProvenBalance {
  /** An ISO 4217 code. */
  readonly currency: string
  /** How many accounts there are in it. */
  readonly accounts: number
  /** Of all accounts' balances, in minor units: zero. */
  readonly sum: bigint
  /** Whether each account has the same balance in both stores, and they sum to zero. */
  readonly isEqual: boolean
}

/** What was read of both stores to prove that they are equal. */
export interface Proof {
  readonly isEqual: boolean
  readonly collections: ReadonlyArray<ProvenCollection>
  readonly trialBalance: ReadonlyArray<ProvenBalance>
}

/** Reads both stores, and compares every collection and every account. */
export const prove = Effect.fnUntraced(function* ({ from, to }: Stores, progress: Progress) {
  const collections: Array<ProvenCollection> = []
  for (const of of copiedCollections) {
    progress.at(of.name)
    const source = yield* digest(from, of, progress.went)
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
  went: (rows: number) => void
) {
  const hash = createHash("sha256")
  let rows = 0
  const add = (page: Page) =>
    Effect.gen(function* () {
      for (const each of page) hash.update(`${textOf(of, yield* comparable(storage, of, each))}\n`)
      rows += page.length
      went(page.length)
    })
  if (of.feed === null) yield* eachPage(storage, of, add)
  else {
    for (const part of allParts) yield* eachPageOfPart(storage, of, part, add)
  }
  return { rows, sha256: hash.digest("hex") }
})

/** Where a consumer stands is told by the event that it is handed next. */
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
