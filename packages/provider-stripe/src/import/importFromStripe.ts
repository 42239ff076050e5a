import type { Import, Merchant } from "@payloom/core"
import { apiReader, importClient, type StripeConnection } from "./apiReader.ts"
import { type CopyCounts, copyAccount } from "./copyAccount.ts"
import { type CardCounts, copyCards } from "./copyCards.ts"
import { exportedAccount, fileReader } from "./fileReader.ts"
import { type FreezeCounts, freezeAccount } from "./freezeAccount.ts"
import { type GiveBackCounts, giveBackAccount } from "./giveBackAccount.ts"
import type { ImportProgress, ImportSession } from "./ImportSession.ts"
import { type ImportStatus, importStatus } from "./importStatus.ts"
import { type PlannedSubscription, planImport } from "./planImport.ts"
import { type TakeOverCounts, takeOverAccount } from "./takeOverAccount.ts"
import { type ImportVerification, verifyAccount } from "./verifyAccount.ts"

/** The options of an import from Stripe. */
export interface StripeImportOptions {
  /** The account here, such as `payloom.merchant(scope)`. */
  readonly merchant: Pick<Merchant, "imports" | "routing">
  /** The account at Stripe, or a folder with its exported lists for `plan` and `copy`. */
  readonly from: StripeConnection | { readonly folder: string }
  /** The name of the connector in the MID that charges the cards. `stripe` if absent. */
  readonly provider?: string
  /** The credentials of the MID that charges the cards, as it has them. */
  readonly credentials: string
  /** Returns milliseconds since the epoch. The default is this machine's clock. */
  readonly now?: () => number
  /** The time before the end of a period in which nothing is frozen. 15 minutes if absent. */
  readonly marginMs?: number
  /** The number of calls of Stripe at a time. 16 if absent. */
  readonly concurrency?: number
  readonly onProgress?: (progress: ImportProgress) => void
  /** Stops a step after its current page. The next run continues there. */
  readonly signal?: AbortSignal
}

/**
 * The steps of a move from Stripe. Each is safe to repeat and survives the end of its process: the
 * database has the position. Begin with `plan`, then `copy`, `freeze` and `takeOver`.
 */
export interface StripeImport {
  /** Returns what would become of each subscription. Changes nothing at either side. */
  readonly plan: () => AsyncIterable<PlannedSubscription>
  /** Copies customers, cards, prices and history, and notes the subscriptions. */
  readonly copy: () => Promise<CopyCounts>
  /** Copies all cards of all customers: a call for each customer. No other step needs it. */
  readonly copyCards: () => Promise<CardCounts>
  /** Stops Stripe from billing the subscriptions that can be brought over. */
  readonly freeze: () => Promise<FreezeCounts>
  /** Makes this engine bill the frozen subscriptions. */
  readonly takeOver: () => Promise<TakeOverCounts>
  /** Compares both sides. Changes nothing. */
  readonly verify: () => Promise<ImportVerification>
  /** Returns the state by the database. Null before the first `copy`. */
  readonly status: () => Promise<ImportStatus | null>
  /** Gives back to Stripe what was not charged here. */
  readonly giveBack: () => Promise<GiveBackCounts>
}

const minuteMs = 60_000

/**
 * Moves an account from Stripe Billing to this engine, without a subscription that is billed twice
 * or by nobody.
 *
 * @example
 * ```ts
 * const move = importFromStripe({
 *   merchant: payloom.merchant(scope),
 *   from: { apiKey: process.env.STRIPE_SECRET_KEY ?? "" },
 *   credentials: "main"
 * })
 * await move.copy()
 * ```
 */
export const importFromStripe = (options: StripeImportOptions): StripeImport => {
  const { merchant, from, now = Date.now, marginMs = 15 * minuteMs } = options
  const api = "folder" in from ? null : importClient(from)
  const reader = "folder" in from ? fileReader(from.folder) : apiReader(importClient(from), now)
  // The account's import continues with the rows of exported files.
  const known = async () => {
    const account = await reader.account()
    const { data } = await merchant.imports.list()
    const own = data.find((each) =>
      api === null ? each.account !== exportedAccount : each.account === account
    )
    return own ?? data.find((each) => each.account === exportedAccount) ?? null
  }
  const start = async () =>
    merchant.imports.start({
      source: "stripe",
      account: await reader.account(),
      provider: options.provider ?? "stripe",
      credentials: options.credentials
    })
  const session = async (run?: Import): Promise<ImportSession> => ({
    imports: merchant.imports,
    run: run ?? (await start()),
    reader,
    api,
    now,
    marginMs,
    concurrency: options.concurrency ?? 16,
    onProgress: options.onProgress ?? (() => undefined),
    signal: options.signal ?? new AbortController().signal
  })
  return {
    plan: async function* () {
      const mids = await merchant.routing.listMids()
      const taking = mids.filter(({ credentials }) => credentials === options.credentials)
      yield* planImport({
        reader,
        currencies: new Set(taking.flatMap(({ currencies }) => [...currencies])),
        importId: (await known())?.id ?? null,
        now,
        marginMs
      })
    },
    copy: async () => copyAccount(await session()),
    copyCards: async () => copyCards(await session()),
    freeze: async () => freezeAccount(await session()),
    takeOver: async () => takeOverAccount(await session()),
    verify: async () => {
      // A comparison must not stop a step that runs beside it.
      const run = await known()
      return verifyAccount(await session(run ?? undefined))
    },
    giveBack: async () => giveBackAccount(await session()),
    status: async () => {
      const run = await known()
      return run === null ? null : importStatus(merchant.imports, run)
    }
  }
}
