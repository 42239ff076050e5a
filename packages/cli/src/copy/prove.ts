import { createHash } from "node:crypto"
import {
  type Collection,
  ConsumerPartCollection,
  type Row,
  type Scope,
  Storage,
  type StoragePort,
  trialBalance
} from "@payloom/core"
import { Effect } from "effect"
import type { Progress } from "./CopyProgress.ts"
import type { Stores } from "./copyRows.ts"
import { allParts, eachPage, eachPageOfPart, eachScope, type Page, textOf } from "./iterateStore.ts"
import { comparableParts } from "./positions.ts"

/** One collection, compared between the two stores. */
export interface ProvenCollection {
  readonly collection: string
  /** The number of rows in the source. */
  readonly rows: number
  /**
   * SHA-256 over all rows with their versions, in order, as hexadecimal digits. For events of cells
   * it is the exclusive or of such a hash for each tenant.
   */
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
  /**
   * The number of events that a consumer gets again, by its name. Only if the source has cells, and
   * no order of their events suits all consumers. Empty otherwise.
   */
  readonly repeats: Readonly<Record<string, number>>
}

/** Reads both stores, and compares every collection and every account. */
export const prove = Effect.fnUntraced(function* (
  stores: Stores,
  copied: ReadonlyArray<Collection<Row>>,
  progress: Progress
) {
  const { from, to } = stores
  const collections: Array<ProvenCollection> = []
  const repeats = new Map<string, number>()
  for (const of of copied) {
    progress.startCollection(of.name)
    const source = yield* digest({ stores, storage: from, repeats }, of, progress.addRows)
    const target = yield* digest({ stores, storage: to, repeats }, of, () => undefined)
    collections.push({
      collection: of.name,
      ...source,
      isEqual: source.sha256 === target.sha256 && source.rows === target.rows
    })
  }
  const balances = yield* compareBalances(stores)
  const isEqual = [...collections, ...balances].every((each) => each.isEqual)
  return {
    isEqual,
    collections,
    trialBalance: balances,
    repeats: Object.fromEntries(repeats)
  } satisfies Proof
})

/** The rows of one store, as a number and a hash. */
type Digest = Pick<ProvenCollection, "rows" | "sha256">

/** A store to read, and the events that consumers get again. */
interface Reading {
  readonly stores: Stores
  /** The source or the target. */
  readonly storage: StoragePort
  readonly repeats: Map<string, number>
}

const digest = Effect.fnUntraced(function* (
  { stores, storage, repeats }: Reading,
  of: Collection<Row>,
  addRows: (rows: number) => void
) {
  // Each cell has an order of its own. Then the order of each tenant's rows is compared.
  const hasCells = stores.moved !== null || stores.cells.size > 0
  const hashes = of.feed !== null && hasCells ? hashesByTenant() : oneHash()
  let rows = 0
  const add = (page: Page) =>
    Effect.gen(function* () {
      const compared =
        of.name === ConsumerPartCollection.name
          ? yield* comparableParts(stores, storage, page, repeats)
          : page
      for (const each of compared) hashes.add(each.scope.tenant, textOf(of, each))
      rows += page.length
      addRows(page.length)
    })
  if (of.feed === null) yield* eachPage(storage, of, add)
  else {
    const feeds = storage === stores.to && stores.cells.size > 0 ? stores.cells.values() : [storage]
    for (const feed of feeds) {
      for (const part of allParts) yield* eachPageOfPart(feed, of, part, add)
    }
  }
  return { rows, sha256: hashes.end() } satisfies Digest
})

/** Hashes rows in their order. */
interface Hashes {
  readonly add: (tenant: string, text: string) => void
  /** Returns the hash of all rows. */
  readonly end: () => string
}

const oneHash = (): Hashes => {
  const hash = createHash("sha256")
  return {
    add: (_, text) => void hash.update(`${text}\n`),
    end: () => hash.digest("hex")
  }
}

/**
 * Hashes the rows of each tenant in their order, whatever rows of others are in between. The hash
 * of all rows is the exclusive or of the tenants' hashes.
 */
const hashesByTenant = (): Hashes => {
  const last = new Map<string, Buffer>()
  const none = Buffer.alloc(32)
  const all = Buffer.alloc(32)
  return {
    add: (tenant, text) => {
      const before = last.get(tenant) ?? none
      const next = createHash("sha256").update(before).update(text).digest()
      for (const [nth, byte] of next.entries()) {
        all[nth] = (all[nth] ?? 0) ^ (before[nth] ?? 0) ^ byte
      }
      last.set(tenant, next)
    },
    end: () => all.toString("hex")
  }
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
