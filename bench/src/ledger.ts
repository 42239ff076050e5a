import { monitorEventLoopDelay } from "node:perf_hooks"
import { setTimeout } from "node:timers/promises"
import type { Shop } from "./engine.ts"
import { momentOfOld } from "./RecordedCommits.ts"
import { type Comparison, compare, concurrently } from "./rounds.ts"

/** A shop whose file contains this many old charges. */
interface StoredShop {
  readonly shop: Pick<Shop, "merchant">
  readonly payments: number
  /** The time between two payments, in milliseconds. */
  readonly apartMs?: number
}

/** The cost of reading the ledger with 200,000 payments, compared with 10,000. */
export interface LedgerFigures {
  readonly trialBalance: Comparison
  readonly statement: Comparison
  readonly reconcile: Comparison
  /** The longest time that the event loop was blocked during the calls with 200,000 payments. */
  readonly longestStallUs: number
}

const dayMs = 86_400_000

/** Returns the measured calls on one shop. */
export const callsOn = async ({ shop, payments, apartMs }: StoredShop) => {
  const { ledger, routing } = shop.merchant
  const mid = (await routing.listMids())[0]?.id ?? ""
  const middle = momentOfOld(payments / 2, apartMs)
  const report = { mid, from: middle, to: middle + dayMs - 1, dryRun: true }
  const { missing } = await ledger.reconcile([], report)
  const rows = missing.map(({ reference, kind, amount: gross, currency }) => {
    return { reference, kind, gross, fee: 12n, currency }
  })
  // A few payments are settled, so that statements of small accounts have fees.
  await ledger.reconcile(rows.slice(0, 20), { ...report, dryRun: false })
  const pages = [
    ["merchant_payable", {}],
    ["merchant_payable", { from: middle }],
    [`provider_receivable:${mid}`, { from: middle + 1234 }],
    [`provider_fees:${mid}`, {}],
    [`settled_cash:${mid}`, { from: middle }],
    ["suspense", { from: middle }]
  ] as const
  return {
    trialBalance: () => ledger.trialBalance(),
    statement: async () => {
      for (const [account, query] of pages) await ledger.statement(account, query)
    },
    reconcile: () => ledger.reconcile(rows, report)
  }
}

type Calls = Awaited<ReturnType<typeof callsOn>>

const longestStall = async (calls: Calls): Promise<number> => {
  const delay = monitorEventLoopDelay({ resolution: 1 })
  // The first samples would include earlier work.
  await setTimeout(50)
  delay.enable()
  for (const call of Object.values(calls)) {
    for (let times = 0; times < 5; times++) {
      await setTimeout(5)
      await call()
    }
  }
  await setTimeout(5)
  delay.disable()
  return delay.max / 1000
}

/** Measures how the cost of reading the ledger grows with the number of payments. */
export const measureLedger = async (
  large: StoredShop,
  small: StoredShop
): Promise<LedgerFigures> => {
  const at200k = await callsOn(large)
  const at10k = await callsOn(small)
  const growthOf = (call: keyof Calls, count: number) =>
    compare(concurrently(1, at200k[call]), concurrently(1, at10k[call]), {
      rounds: 9,
      count,
      warmUp: 3 * count
    })
  return {
    trialBalance: await growthOf("trialBalance", 200),
    statement: await growthOf("statement", 20),
    reconcile: await growthOf("reconcile", 3),
    longestStallUs: await longestStall(at200k)
  }
}
