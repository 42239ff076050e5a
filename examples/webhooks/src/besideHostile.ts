import { join } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import { webhookSender } from "@payloom/adapter-webhooks"
import { Payloom } from "@payloom/core"
import { type Sandbox, type SandboxShop, sandbox } from "@payloom/testkit"
import Database from "better-sqlite3"
import type { Conduct } from "./conduct.ts"
import { notingStorage, now } from "./notedCommits.ts"
import { quantile } from "./quantile.ts"
import { type Receiver, startReceiver } from "./startReceiver.ts"

/** The size and the place of a measurement. */
export interface Besieging {
  readonly folder: string
  /** Returns a new database for a round: a PostgreSQL address, or the path of a SQLite file. */
  readonly newStorage: () => Promise<string>
  /** True if workers deliver. If false, `runDue` delivers and is called again and again. */
  readonly hasWorkers: boolean
  /** The number of rounds for each of the two cases, which alternate. */
  readonly rounds: number
  /** The number of deliveries to hostile endpoints that are queued before a round. */
  readonly deliveries: number
  /** The time in which another tenant is measured, in milliseconds. */
  readonly watchMs: number
  readonly onProgress: (share: number, text: string) => void
}

/** The latencies of the other tenant, in milliseconds. */
interface Times {
  /** The time from an event's commit to its arrival at a healthy endpoint. */
  readonly webhookP50Ms: number
  readonly webhookP99Ms: number
  /** The duration of a payment. */
  readonly paymentP50Ms: number
  readonly paymentP99Ms: number
}

/** The other tenant's latencies alone and beside hostile endpoints. */
export interface Besieged {
  readonly alone: Times
  readonly beside: Times
  /** The ratio of the 99th percentiles. */
  readonly webhookFactor: number
  readonly paymentFactor: number
  readonly findings: ReadonlyArray<string>
}

const payEveryMs = 12
const mostTimesAsLong = 2

/** The hostile endpoints: as many as one merchant may have. */
const hostile: ReadonlyArray<Conduct> = Array.from(
  { length: 20 },
  (_, nth) => (["hangs", "is_slow", "fails", "hangs"] as const)[nth % 4] ?? "hangs"
)

const nameOf = (nth: number): string => `hostile${nth}`

/**
 * Compares the latencies of a tenant with and without another tenant that has thousands of
 * deliveries to twenty endpoints. Each of these endpoints hangs, is slow or fails.
 */
export const compareBesideHostile = async (besieging: Besieging): Promise<Besieged> => {
  const { folder, rounds, onProgress } = besieging
  const received = join(folder, "received.db")
  const receiver = await startReceiver(received, [
    "steady",
    ...hostile.map((_, nth) => nameOf(nth))
  ])
  for (const [nth, conduct] of hostile.entries()) {
    await receiver.order({ endpoint: nameOf(nth), conduct })
  }
  const measured = { alone: [] as Array<Watched>, beside: [] as Array<Watched> }
  // All code is compiled in the first two rounds, which don't count.
  for (let round = 0; round < 2 * (rounds + 1); round++) {
    const kind = round % 2 === 0 ? "alone" : "beside"
    onProgress(round / (2 * rounds + 2), `round ${round + 1}, ${kind}`)
    const watched = await measureOnce(besieging, receiver, received, kind === "beside")
    if (round >= 2) measured[kind].push(watched)
  }
  for (const nth of hostile.keys()) {
    await receiver.order({ endpoint: nameOf(nth), conduct: "takes" })
  }
  await receiver.stop()
  return comparison(timesOf(measured.alone), timesOf(measured.beside))
}

interface Watched {
  readonly webhooks: ReadonlyArray<number>
  readonly payments: ReadonlyArray<number>
}

const measureOnce = async (
  { newStorage, hasWorkers, deliveries, watchMs }: Besieging,
  receiver: Receiver,
  received: string,
  isBesieged: boolean
): Promise<Watched> => {
  const address = await newStorage()
  const box = sandbox()
  if (isBesieged) await besiege(address, box, receiver, deliveries)
  const committed = new Map<string, number>()
  const payloom = await Payloom.make({
    ...box.setup,
    storage: notingStorage(address, committed),
    webhooks: webhookSender(),
    workers: hasWorkers,
    // Requests that still hang aren't awaited.
    options: { drainMs: 100 },
    onLog: () => undefined
  })
  const shop = await box.openShop(payloom)
  const paymentInstrument = await box.saveCard(shop, "approved")
  const { secret } = await shop.webhooks.create({ url: receiver.urlOf("steady") })
  await receiver.order({ endpoint: "steady", secret })
  let isOver = false
  const running = hasWorkers ? null : keepRunning(payloom, () => isOver)
  committed.clear()
  const payments = await payFor(watchMs, shop, paymentInstrument)
  const arrivals = await arrivedOf(received, committed)
  isOver = true
  await payloom.close()
  await running
  return { webhooks: arrivals, payments }
}

/** Queues due deliveries with an engine that doesn't send them. */
const besiege = async (
  address: string,
  box: Sandbox,
  receiver: Receiver,
  deliveries: number
): Promise<void> => {
  const committed = new Map<string, number>()
  const storage = notingStorage(address, committed)
  const payloom = await Payloom.make({ ...box.setup, storage, workers: false })
  const shop = await box.openShop(payloom, { reference: "hostile" })
  const paymentInstrument = await box.saveCard(shop, "approved")
  for (const nth of hostile.keys()) await shop.webhooks.create({ url: receiver.urlOf(nameOf(nth)) })
  committed.clear()
  while (committed.size * hostile.length < deliveries) {
    await Promise.all(Array.from({ length: 20 }, () => pay(shop, paymentInstrument)))
  }
  await payloom.close()
}

const pay = async ({ payments }: SandboxShop, paymentInstrument: string): Promise<number> => {
  const begun = performance.now()
  await payments.create(
    { amount: 1000n, currency: "EUR", type: "one_off", paymentInstrument },
    { idempotencyKey: crypto.randomUUID() }
  )
  return performance.now() - begun
}

/** Pays at an even rate without waiting. Returns the duration of each payment. */
const payFor = async (
  watchMs: number,
  shop: SandboxShop,
  paymentInstrument: string
): Promise<ReadonlyArray<number>> => {
  const paying: Array<Promise<number>> = []
  const until = now() + watchMs
  while (now() < until) {
    paying.push(pay(shop, paymentInstrument))
    await pause(payEveryMs)
  }
  return Promise.all(paying)
}

const keepRunning = async ({ runDue }: Payloom, isOver: () => boolean): Promise<void> => {
  while (!isOver()) {
    await runDue().catch(() => 0)
    await pause(1)
  }
}

/** The longest wait for a delivery. A later delivery counts as this late. */
const patienceMs = 20_000

/** Waits for all events, and returns the latency of each. */
const arrivedOf = async (
  file: string,
  committed: ReadonlyMap<string, number>
): Promise<ReadonlyArray<number>> => {
  const db = new Database(file, { readonly: true })
  const arrived = db.prepare<[string], { readonly at: number | null }>(
    "SELECT min(at) AS at FROM received WHERE endpoint = 'steady' AND verified AND event = ?"
  )
  const until = now() + patienceMs
  const times: Array<number> = []
  for (const [event, at] of committed) {
    let arrivedAt = arrived.get(event)?.at ?? null
    while (arrivedAt === null && now() < until) {
      await pause(50)
      arrivedAt = arrived.get(event)?.at ?? null
    }
    times.push((arrivedAt ?? now()) - at)
  }
  db.close()
  return times
}

const rounded = (value: number): number => Math.round(value * 100) / 100

const timesOf = (watched: ReadonlyArray<Watched>): Times => {
  const webhooks = watched.flatMap((each) => each.webhooks)
  const payments = watched.flatMap((each) => each.payments)
  return {
    webhookP50Ms: rounded(quantile(webhooks, 0.5)),
    webhookP99Ms: rounded(quantile(webhooks, 0.99)),
    paymentP50Ms: rounded(quantile(payments, 0.5)),
    paymentP99Ms: rounded(quantile(payments, 0.99))
  }
}

const comparison = (alone: Times, beside: Times): Besieged => {
  const webhookFactor = rounded(beside.webhookP99Ms / alone.webhookP99Ms)
  const paymentFactor = rounded(beside.paymentP99Ms / alone.paymentP99Ms)
  const isWorse = Math.max(webhookFactor, paymentFactor) > mostTimesAsLong
  const finding = `Hostile endpoints slow another tenant down more than ${mostTimesAsLong} times.`
  return { alone, beside, webhookFactor, paymentFactor, findings: isWorse ? [finding] : [] }
}
