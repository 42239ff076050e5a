import type { LedgerGroup, Merchant } from "@payloom/core"
import type { Shop } from "./openShop.ts"

type Ledger = Merchant["ledger"]

/** A row of a report, as a merchant hands it over. */
export type ReportRow = Parameters<Ledger["reconcile"]>[0][number]

/** The row of a faultless report for what the ledger has; its fee is a hundredth, rounded down. */
export const reported = (
  { atProvider, entries, currency }: LedgerGroup,
  more: Partial<ReportRow> = {}
): ReportRow => {
  const gross = entries.find(({ amount }) => amount > 0n)?.amount ?? 0n
  const { kind = "charge", reference = "" } = atProvider ?? {}
  return { reference, kind, gross, fee: gross / 100n, currency, settlement: "payout", ...more }
}

/** What the provider of a MID has to settle, oldest first. */
export const movementsOn = async (shop: Shop, mid = shop.mids[0]) =>
  (await shop.ledger()).filter(
    ({ kind, entries }) =>
      kind !== "settlement" && entries.some(({ account }) => account.endsWith(`:${mid}`))
  )

/** Reconciles a report of the first MID, of all time unless told. */
export const reconcile = (
  shop: Shop,
  rows: ReadonlyArray<ReportRow>,
  more: Partial<Parameters<Ledger["reconcile"]>[1]> = {},
  { ledger }: Merchant = shop.shop()
) => ledger.reconcile(rows, { mid: shop.mids[0] ?? "", from: 0, to: shop.clock.now(), ...more })

/** What stands on every account of the first MID and on the shared ones, in EUR. */
export const balances = async (shop: Shop): Promise<Readonly<Record<string, bigint>>> =>
  Object.fromEntries(
    (await shop.shop().ledger.trialBalance())
      .filter(({ currency }) => currency === "EUR")
      .map(({ account, balance }) => [account.replace(`:${shop.mids[0]}`, ""), balance])
  )
