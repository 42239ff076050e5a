import { existsSync, rmSync } from "node:fs"
import { join } from "node:path"
import { type Merchant, Payloom } from "@payloom/core"
import { type AheadClock, aheadClock } from "@payloom/example-kit/aheadClock"
import { bankSetup, type SharedSetup } from "./bankSetups.ts"
import type { Books, TrialBank } from "./banks.ts"
import { reconcileArgs, runStubbornly } from "./children.ts"
import { goShopping, ourBooks, subscribe } from "./shopping.ts"

/** The options of a trial. */
export interface TrialOptions {
  readonly folder: string
  /** Opens the bank. Its clock is the engine's. */
  readonly openBank: (clock: AheadClock) => Promise<TrialBank>
  /** How often each of backup, restore and reconcile is killed at most. */
  readonly kills: number
  /** The time of shopping after the backup, in milliseconds. */
  readonly shopMs: number
}

/** The result of a trial. */
export interface TrialResult {
  /** The payments before and during the backup, and after it. */
  readonly before: number
  readonly after: number
  /** The kills of backup, restore and reconcile. */
  readonly kills: readonly [number, number, number]
  /** The differences that were booked. */
  readonly booked: number
  readonly bank: string
  readonly ours: string
  /** Sentences about errors. None if the books are equal to the cent. */
  readonly findings: ReadonlyArray<string>
}

/** The part of the command's JSON that is read here. */
interface Reconciled {
  readonly booked: number
  readonly is_released: boolean
}

const day = 86_400_000

/**
 * Backs a store up while customers pay, lets them pay on, loses the store, restores it, and
 * reconciles it with the bank. The processes that do this are killed again and again.
 */
export const loseAndRestore = async (options: TrialOptions): Promise<TrialResult> => {
  const { folder, kills, shopMs } = options
  const clock = aheadClock()
  const bank = await options.openBank(clock)
  const database = join(folder, "store.db")
  const backup = join(folder, "backup.db")
  const restored = join(folder, "restored.db")
  const sharedAt = (file: string): SharedSetup => ({
    database: file,
    aheadMs: clock.now() - Date.now(),
    bank: bank.shared
  })
  const startOn = (file: string): Promise<Payloom> =>
    Payloom.make({ ...bankSetup({ database: file, bank: bank.shared }), clock })

  const payloom = await startOn(database)
  const shop = await bank.openShop(payloom)
  const cards = await saveCards(shop, bank)
  await subscribe(shop, cards)
  await payloom.runDue()

  const shopping = goShopping(shop, cards)
  const backed = await runStubbornly({
    args: ["backup", "--from", database, "--to", backup, "--json"],
    shared: sharedAt(database),
    kills
  })
  const before = shopping.done()
  await new Promise((resolve) => setTimeout(resolve, shopMs))
  await shopping.stop()
  const after = shopping.done() - before
  await renewAndLose(payloom, clock, database)

  const found: Array<string> = []
  const put = await runStubbornly({
    args: ["restore", "--from", backup, "--to", restored, "--json"],
    shared: sharedAt(restored),
    kills
  })
  if (!existsSync(restored)) found.push("There is no restored file.")
  const expected = await bank.books()
  const mended = await runStubbornly<Reconciled>({
    args: reconcileArgs,
    shared: sharedAt(restored),
    kills
  })
  if (!mended.result.is_released) found.push("The restored store was not released.")

  const second = await startOn(restored)
  const again = second.merchant(shop.scope)
  await second.runDue()
  const ours = await ourBooks(again)
  const own = await bank.books()
  found.push(...differences("the bank's books before and after the restore", expected, own))
  found.push(...differences("the bank's books and ours", own, ours))
  found.push(...(await bank.audit(second)))
  await second.close()
  await bank.close()
  return {
    before,
    after,
    kills: [backed.killed, put.killed, mended.killed],
    booked: mended.result.booked,
    bank: shown(own),
    ours: shown(ours),
    findings: found
  }
}

/** Ends two weeks of renewals, and loses the file of the store. */
const renewAndLose = async (
  payloom: Payloom,
  clock: AheadClock,
  database: string
): Promise<void> => {
  for (let week = 0; week < 2; week++) {
    clock.moveTo(clock.now() + 8 * day)
    await payloom.runDue()
  }
  await payloom.close()
  for (const rest of ["", "-wal", "-shm"]) rmSync(`${database}${rest}`, { force: true })
}

const saveCards = async (shop: Merchant, bank: TrialBank): Promise<ReadonlyArray<string>> => {
  const saved: Array<string> = []
  for (let nth = 0; nth < 4; nth++) {
    saved.push((await shop.cards.save({ ciphertext: await bank.card() })).id)
  }
  return saved
}

const shown = ({ captured, refunded, charges }: Books): string =>
  `${charges} charges, ${captured} captured, ${refunded} refunded`

const differences = (what: string, one: Books, other: Books): ReadonlyArray<string> =>
  (["captured", "refunded", "charges"] as const).flatMap((field) =>
    one[field] === other[field]
      ? []
      : [`${field} differs between ${what}: ${one[field]} and ${other[field]}.`]
  )
