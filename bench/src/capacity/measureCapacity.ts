import { fork } from "node:child_process"
import { once } from "node:events"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { webhookSender } from "@payloom/adapter-webhooks"
import { startPostgres } from "@payloom/testkit/postgres"
import { openShop, type Shop, type ShopOptions } from "../engine.ts"
import { openSubscribed } from "../renewals.ts"
import { concurrently } from "../rounds.ts"
import { openSizes, type StoreSizes, type TableSize } from "./storeSizes.ts"

/** The cost of one payment of a kind. */
export interface PaymentCost {
  /** The tables that it grows: rows and bytes of one payment, with all indexes. */
  readonly tables: ReadonlyMap<string, TableSize>
  /** The commits of one payment, with those of its webhooks and jobs. */
  readonly commits: number
  /** The processor time of the engine's process, in microseconds. */
  readonly cpuUs: number
}

/** A shop, and the payments that it makes. */
interface Paying {
  readonly shop: Shop
  /** Makes as many payments as are made at a time. */
  readonly pay: () => Promise<unknown>
}

const callers = 16
const warmUp = 800
const counted = 2400
/**
 * The payments that are made at a time. Old versions of rows are freed after them, as PostgreSQL's
 * own autovacuum does.
 */
const atATime = 400

const byCallers =
  (pay: (shop: Shop) => Promise<unknown>) =>
  async (address: string, options: ShopOptions): Promise<Paying> => {
    const shop = await openShop(address, true, options)
    return { shop, pay: () => concurrently(callers, () => pay(shop)).run(atATime) }
  }

const openRenewals = async (address: string, options: ShopOptions): Promise<Paying> => {
  const { shop, subscribe, untilDue } = await openSubscribed(address, options)
  await subscribe(atATime)
  return {
    shop,
    pay: async () => {
      await untilDue()
      await shop.payloom.runDue()
    }
  }
}

/** The kinds of payments that are measured. Each sends its events to one endpoint. */
const paymentKinds = {
  "a charge of a saved card": byCallers((shop) => shop.charge()),
  "a payment at the checkout": byCallers(async (shop) => shop.confirm(await shop.openSession())),
  "a hold, its capture and a refund": byCallers((shop) => shop.lifecycle()),
  "a subscription's month": openRenewals
} as const
export type PaymentKind = keyof typeof paymentKinds

/** Measures each kind in a store of its own, and returns its costs. */
export const measureCapacity = async (
  folder: string,
  onPostgres: boolean
): Promise<ReadonlyMap<PaymentKind, PaymentCost>> => {
  const server = onPostgres ? await startPostgres() : null
  const endpoint = fork(join(import.meta.dirname, "../takingServer.ts"), ["1"])
  const [[port]] = (await once(endpoint, "message")) as [[number]]
  const costs = new Map<PaymentKind, PaymentCost>()
  for (const kind of Object.keys(paymentKinds) as ReadonlyArray<PaymentKind>) {
    const address = (await server?.newDatabase()) ?? join(folder, `${costs.size}.db`)
    costs.set(kind, await measureKind(address, port, paymentKinds[kind]))
  }
  endpoint.disconnect()
  await server?.stop()
  return costs
}

const measureKind = async (
  address: string,
  port: number,
  open: (typeof paymentKinds)[PaymentKind]
): Promise<PaymentCost> => {
  let commits = 0
  const { shop, pay } = await open(address, {
    webhooks: webhookSender(),
    onCommit: () => {
      commits += 1
    }
  })
  await shop.merchant.webhooks.create({ url: `http://127.0.0.1:${port}/` })
  const sizes = await openSizes(address)
  /** Makes payments. Returns the processor time that they took. */
  const run = async (payments: number) => {
    let cpu = 0
    for (let paid = 0; paid < payments; paid += atATime) {
      const start = process.cpuUsage()
      await pay()
      await allDelivered(sizes)
      const { user, system } = process.cpuUsage(start)
      cpu += user + system
      await sizes.read()
    }
    return cpu
  }
  await run(warmUp)
  const before = { sizes: await sizes.read(), commits }
  const cpu = await run(counted)
  const made = commits - before.commits
  const after = await sizes.read()
  await sizes.close()
  await shop.payloom.close()
  return {
    tables: growth(before.sizes, after),
    commits: made / counted,
    cpuUs: cpu / counted
  }
}

const allDelivered = async (sizes: StoreSizes): Promise<void> => {
  while ((await sizes.undelivered()) > 0) await sleep(20)
}

const growth = (
  before: ReadonlyMap<string, TableSize>,
  after: ReadonlyMap<string, TableSize>
): ReadonlyMap<string, TableSize> => {
  const grown = [...after].map(([name, { rows, bytes }]): [string, TableSize] => {
    const old = before.get(name) ?? { rows: 0, bytes: 0 }
    return [name, { rows: (rows - old.rows) / counted, bytes: (bytes - old.bytes) / counted }]
  })
  return new Map(
    grown.filter(([, { bytes }]) => bytes > 1).sort(([, a], [, b]) => b.bytes - a.bytes)
  )
}
