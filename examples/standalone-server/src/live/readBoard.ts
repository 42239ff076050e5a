import {
  EventCollection,
  LedgerGroupCollection,
  type Merchant,
  type PageQuery,
  type Payloom
} from "@payloom/core"
import { Effect } from "effect"
import type { Board } from "./Board.ts"
import { bookedLine, eventLine, sentLine, signedMoney } from "./lines.ts"

const mostLines = 40

/** Reads the newest events, deliveries and ledger groups of a merchant. */
export const readBoard = async ({ services }: Payloom, merchant: Merchant): Promise<Board> => {
  const { scope, webhooks, ledger } = merchant
  const latest: PageQuery = { order: "desc", limit: mostLines }
  const page = services.storage.page
  const [events, groups, deliveries, urls, balances] = await Promise.all([
    Effect.runPromise(page(scope, EventCollection, latest)),
    Effect.runPromise(page(scope, LedgerGroupCollection, latest)),
    webhooks.deliveries({ limit: mostLines }),
    endpointUrls(merchant),
    ledger.trialBalance()
  ])
  return {
    events: events.map(({ row }) => eventLine(row)),
    deliveries: deliveries.data.map(sentLine(urls)),
    books: groups.map(({ row }) => bookedLine(row)),
    balances: balances.map(({ account, currency, balance }) => ({
      account,
      balance: signedMoney(balance, currency)
    }))
  }
}

/** Returns the addresses of a merchant's endpoints by id. */
export const endpointUrls = async ({ webhooks }: Merchant): Promise<ReadonlyMap<string, string>> =>
  new Map((await webhooks.list()).data.map(({ id, url }) => [id, url]))
