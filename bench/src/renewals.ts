import { join } from "node:path"
import type { Change } from "@payloom/core"
import { type ManualClock, manualClock } from "@payloom/testkit"
import { rawBatch } from "./charges.ts"
import { openShop, type Shop, type ShopOptions } from "./engine.ts"
import { RecordedCommits } from "./RecordedCommits.ts"
import { RawCharges } from "./rawCharges.ts"
import { type Batch, type Comparison, compare } from "./rounds.ts"

/** A shop with subscriptions that are all billed at the same time of each month. */
export interface Subscribed {
  readonly shop: Shop
  readonly clock: ManualClock
  /** Creates this many more subscriptions and makes their first charges. */
  readonly subscribe: (count: number) => Promise<void>
  /** Moves the clock to the next billing time, and runs the jobs before it (such as reminders). */
  readonly untilDue: () => Promise<void>
}

const month = { unit: "month", count: 1 } as const

/** Opens a shop for subscriptions, on a clock that the benchmark moves. */
export const openSubscribed = async (
  address: string,
  options: Omit<ShopOptions, "clock"> = {}
): Promise<Subscribed> => {
  const clock = manualClock("2026-01-01T00:00:00Z", { patienceMs: 60_000 })
  const shop = await openShop(address, false, { ...options, clock })
  const { merchant, payloom, instrument } = shop
  const { customer } = await merchant.paymentInstruments.retrieve(instrument)
  let subscribed = 0
  return {
    shop,
    clock,
    subscribe: async (count) => {
      for (let nth = 0; nth < count; nth++) {
        subscribed += 1
        await merchant.subscriptions.create(
          {
            customer,
            paymentInstrument: instrument,
            amount: 900n,
            currency: "EUR",
            interval: month
          },
          { idempotencyKey: `subscription ${subscribed}` }
        )
      }
      await payloom.runDue()
    },
    untilDue: async () => {
      const [any] = (await merchant.subscriptions.list({ limit: 1 })).data
      const due = any?.currentPeriodEnd ?? clock.now()
      await clock.elapse(due - 1 - clock.now(), payloom)
      await clock.advance(1)
    }
  }
}

/** Returns the commits of one renewal, in a file of its own. */
const recordedRenewal = async (file: string): Promise<ReadonlyArray<ReadonlyArray<Change>>> => {
  const { shop, subscribe, untilDue } = await openSubscribed(file)
  await subscribe(1)
  await untilDue()
  const recorded = shop.record()
  await shop.payloom.runDue()
  const commits = recorded().filter((changes) =>
    changes.some(({ collection }) => collection.name === "billing_cycles")
  )
  await shop.payloom.close()
  return commits
}

/** Returns a batch that charges every due cycle. */
const renewals = ({ shop, untilDue }: Subscribed): Batch => ({
  prepare: untilDue,
  run: async () => {
    await shop.payloom.runDue()
  }
})

const at = 200

/** Opens a shop on a file that contains this many subscriptions besides the renewed ones. */
const filled = async (file: string, subscriptions: number): Promise<Subscribed> => {
  const opened = await openSubscribed(file)
  const recorded = opened.shop.record()
  await opened.subscribe(1)
  const raw = new RawCharges(file, new RecordedCommits(recorded(), "old"))
  raw.fill(subscriptions)
  // These subscriptions aren't billed during the benchmark.
  raw.execute("UPDATE jobs SET due_at = ? WHERE kind = 'bill_subscription'", 2 ** 45)
  raw.close()
  await opened.subscribe(at)
  return opened
}

/** Compares a renewal with the raw driver, and its cost with more subscriptions in the file. */
export const measureRenewals = async (
  folder: string
): Promise<{ readonly alone: Comparison; readonly stored: Comparison }> => {
  const file = join(folder, "raw-renewals.db")
  const raw = new RawCharges(file, new RecordedCommits(await recordedRenewal(file)))
  const subject = await openSubscribed(join(folder, "renewals.db"))
  await subject.subscribe(at)
  const alone = await compare(renewals(subject), rawBatch(raw), {
    rounds: 9,
    count: at,
    warmUp: 20 * at
  })
  raw.close()
  await subject.shop.payloom.close()
  const at10k = await filled(join(folder, "renewals-10k.db"), 10_000)
  const at200k = await filled(join(folder, "renewals-200k.db"), 200_000)
  const stored = await compare(renewals(at200k), renewals(at10k), {
    rounds: 9,
    count: at,
    warmUp: 10 * at
  })
  await at10k.shop.payloom.close()
  await at200k.shop.payloom.close()
  return { alone, stored }
}
