import { type KeptTotal, rawRow } from "./RawRows.ts"

/** The prefix of the keys of balances over all of time. */
export const allTime = "all "

/** The scope of a total. */
interface TotalScope {
  readonly tenant: string
  readonly mode: string
}

/**
 * Adds up the balances that a store keeps. They cover the groups up to a mark, so the groups after
 * it are added too, as the store does when it reads them.
 */
export class LedgerTotals {
  readonly #totals = new Map<string, KeptTotal>()

  /** Adds the amount of a stored total. */
  add({ tenant, mode }: TotalScope, key: string, amount: bigint): void {
    const name = `${tenant} ${mode} ${key}`
    const before = this.#totals.get(name)?.amount ?? 0n
    this.#totals.set(name, { tenant, mode, key, amount: before + amount })
  }

  /** Adds the entries of a group, which is given as its text. */
  addGroup(scope: TotalScope, text: string): void {
    const { currency, entries } = rawRow("", "", 1, text).doc as unknown as {
      readonly currency: string
      readonly entries: ReadonlyArray<{ readonly account: string; readonly amount: string }>
    }
    for (const { account, amount } of entries) {
      this.add(scope, `${account} ${currency}`, BigInt(amount))
    }
  }

  /** Returns the totals. */
  list(): ReadonlyArray<KeptTotal> {
    return [...this.#totals.values()]
  }
}
