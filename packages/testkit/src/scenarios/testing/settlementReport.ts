import type { LedgerGroup, Merchant } from "@payloom/core"
import type { Shop } from "./openShop.ts"

type Ledger = Merchant["ledger"]

/** A row of a report, as a merchant submits it. */
export type ReportRow = Parameters<Ledger["reconcile"]>[0][number]

/** Returns a correct report's row of a ledger movement. Its fee is one percent, rounded down. */
export const reported = (
  { atProvider, entries, currency }: LedgerGroup,
  more: Partial<ReportRow> = {}
): ReportRow => {
  const gross = entries.find(({ amount }) => amount > 0n)?.amount ?? 0n
  const { kind = "charge", reference = "" } = atProvider ?? {}
  return { reference, kind, gross, fee: gross / 100n, currency, settlement: "payout", ...more }
}

/** Returns the unsettled movements of a MID, oldest first. */
export const movementsOn = async (shop: Shop, mid = shop.mids[0]) =>
  (await shop.ledger()).filter(
    ({ kind, entries }) =>
      kind !== "settlement" && entries.some(({ account }) => account.endsWith(`:${mid}`))
  )

/** Reconciles a report of the first MID, of all time by default. */
export const reconcile = (
  shop: Shop,
  rows: ReadonlyArray<ReportRow>,
  more: Partial<Parameters<Ledger["reconcile"]>[1]> = {},
  { ledger }: Merchant = shop.shop()
) => ledger.reconcile(rows, { mid: shop.mids[0] ?? "", from: 0, to: shop.clock.now(), ...more })

/** Returns the balances of every account of the first MID and of the shared accounts, in EUR. */
export const balances = async (shop: Shop): Promise<Readonly<Record<string, bigint>>> =>
  Object.fromEntries(
    (await shop.shop().ledger.trialBalance())
      .filter(({ currency }) => currency === "EUR")
      .map(({ account, balance }) => [account.replace(`:${shop.mids[0]}`, ""), balance])
  )
