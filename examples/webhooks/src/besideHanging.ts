import { join } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import { webhookSender } from "@payloom/adapter-webhooks"
import { Payloom } from "@payloom/core"
import { type SandboxShop, sandbox } from "@payloom/testkit"
import Database from "better-sqlite3"
import { notingStorage } from "./notedCommits.ts"
import { quantile } from "./quantile.ts"
import { startReceiver } from "./startReceiver.ts"

/** The size and the place of a measurement. */
export interface Comparing {
  readonly folder: string
  /** The engine's database: a PostgreSQL address, or the path of a SQLite file. */
  readonly storage: string
  /** The number of rounds for each of the two cases, which alternate. */
  readonly rounds: number
  /** The number of events in a round. */
  readonly events: number
  readonly onProgress: (share: number, text: string) => void
}

/** The latency of webhooks, from an event's commit to a healthy endpoint. */
export interface Compared {
  readonly p99AloneMs: number
  readonly p99BesideHangingMs: number
  readonly p50AloneMs: number
  readonly p50BesideHangingMs: number
  /** The relative increase of the 99th percentile beside a hanging endpoint. */
  readonly worsened: number
  /** The number of webhooks at the healthy endpoint while the other one hung. */
  readonly besideHanging: number
  /** The number of ended tries at the hanging endpoint when the last of those webhooks arrived. */
  readonly hangingTriesEnded: number
  readonly findings: ReadonlyArray<string>
}

const payEveryMs = 12
const mostWorse = 0.1

/**
 * Compares the latency of webhooks to a healthy endpoint with and without a second endpoint of the
 * same merchant that never answers.
 */
export const compareBesideHanging = async ({
  folder,
  storage,
  rounds,
  events,
  onProgress
}: Comparing): Promise<Compared> => {
  const received = join(folder, "received.db")
  const receiver = await startReceiver(received, ["steady", "hanging"])
  const committed = new Map<string, number>()
  const box = sandbox()
  const payloom = await Payloom.make({
    ...box.setup,
    storage: notingStorage(storage, committed),
    webhooks: webhookSender()
  })
  const shop = await box.openShop(payloom)
  const paymentInstrument = await box.saveCard(shop, "approved")
  for (const endpoint of ["steady", "hanging"]) {
    const { id, secret } = await shop.webhooks.create({ url: receiver.urlOf(endpoint) })
    await receiver.order({ endpoint, secret })
    if (endpoint === "hanging") await shop.webhooks.update(id, { status: "disabled" })
  }
  await receiver.order({ endpoint: "hanging", conduct: "hangs" })
  const hanging = (await shop.webhooks.list()).data.at(-1)?.id ?? ""
  const times = { alone: [] as number[], beside: [] as number[] }
  // All code is compiled in the first two rounds, which don't count.
  for (let round = 0; round < 2 * (rounds + 1); round++) {
    const kind = round % 2 === 0 ? "alone" : "beside"
    const status = kind === "alone" ? "disabled" : "enabled"
    await shop.webhooks.update(hanging, { status })
    await pause(settlesMs)
    committed.clear()
    await pay(shop, paymentInstrument, events)
    while (timesOf(received, committed).includes(Number.POSITIVE_INFINITY)) await pause(settlesMs)
    onProgress(round / (2 * rounds + 2), `round ${round + 1}, ${kind}`)
    if (round >= 2) times[kind].push(...timesOf(received, committed))
  }
  const { data: deliveries } = await shop.webhooks.deliveries({ endpoint: hanging, limit: 100 })
  const hangingTriesEnded = deliveries.reduce((sum, { attempts }) => sum + attempts.length, 0)
  await receiver.order({ endpoint: "hanging", conduct: "takes" })
  await payloom.close()
  await receiver.stop()
  return { ...comparison(times), besideHanging: times.beside.length, hangingTriesEnded }
}

/** The time until the work of a round's start or end is done. */
const settlesMs = 400

const pay = async (
  { payments }: SandboxShop,
  paymentInstrument: string,
  events: number
): Promise<void> => {
  const under = new Set<Promise<unknown>>()
  for (let nth = 0; nth < events; nth++) {
    const payment = payments.create(
      { amount: 1000n, currency: "EUR", type: "one_off", paymentInstrument },
      { idempotencyKey: crypto.randomUUID() }
    )
    under.add(payment)
    await pause(payEveryMs)
  }
  await Promise.all(under)
}

const timesOf = (file: string, committed: ReadonlyMap<string, number>): ReadonlyArray<number> => {
  const db = new Database(file, { readonly: true })
  const arrived = db.prepare<[string], { readonly at: number | null }>(
    "SELECT min(at) AS at FROM received WHERE endpoint = 'steady' AND verified AND event = ?"
  )
  const times = [...committed].map(([event, at]) => {
    const arrivedAt = arrived.get(event)?.at
    return typeof arrivedAt === "number" ? arrivedAt - at : Number.POSITIVE_INFINITY
  })
  db.close()
  return times
}

const rounded = (value: number): number => Math.round(value * 100) / 100

const comparison = ({
  alone,
  beside
}: Readonly<Record<"alone" | "beside", ReadonlyArray<number>>>) => {
  const worsened = quantile(beside, 0.99) / quantile(alone, 0.99) - 1
  return {
    p99AloneMs: rounded(quantile(alone, 0.99)),
    p99BesideHangingMs: rounded(quantile(beside, 0.99)),
    p50AloneMs: rounded(quantile(alone, 0.5)),
    p50BesideHangingMs: rounded(quantile(beside, 0.5)),
    worsened: rounded(worsened),
    findings:
      worsened < mostWorse
        ? []
        : ["A hanging endpoint delays webhooks to a healthy one by more than a tenth."]
  }
}
