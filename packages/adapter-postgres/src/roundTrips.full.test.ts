import { Payloom } from "@payloom/core"
import { sandbox } from "@payloom/testkit"
import {
  hasPostgres,
  type ProxiedConnection,
  postgresProxy,
  startPostgres
} from "@payloom/testkit/postgres"
import { afterAll, describe, expect, it, onTestFinished } from "vitest"
import { postgres } from "./postgres.ts"

const server = hasPostgres ? await startPostgres() : null

afterAll(() => server?.stop())

const on = server === null ? " (PostgreSQL is not installed here)" : ""

/** Opens an engine without workers, whose round trips to its database are counted. */
const openCounted = async () => {
  const connections: Array<ProxiedConnection> = []
  const proxy = await postgresProxy(
    { address: (await server?.newDatabase()) ?? "" },
    { onConnection: (connection) => connections.push(connection) }
  )
  onTestFinished(proxy.stop)
  const box = sandbox()
  const storage = postgres({ connection: proxy.address })
  const payloom = await Payloom.make({ ...box.setup, storage, workers: false })
  onTestFinished(() => payloom.close())
  const shop = await box.openShop(payloom)
  const { id: customer } = await shop.customers.create({}, { idempotencyKey: "customer" })
  const card = await box.saveCard(shop, "approved", customer)
  const trips = () => connections.reduce((sum, one) => sum + one.roundTrips(), 0)
  return { shop, card, customer, trips }
}

type Counted = Awaited<ReturnType<typeof openCounted>>

const pay = async ({ shop, card }: Counted, key: string, order: object = {}) => {
  const { id } = await shop.payments.create(
    { amount: 1250n, currency: "EUR", type: "one_off", paymentInstrument: card, ...order },
    { idempotencyKey: `pay ${key}` }
  )
  return id
}

interface Operation {
  readonly most: number
  /** The payment that the operation is about. It isn't counted. */
  readonly before?: (counted: Counted, key: string) => Promise<string>
  readonly call: (counted: Counted, idempotencyKey: string, payment: string) => Promise<unknown>
}

const operations: Readonly<Record<string, Operation>> = {
  "a charge of a saved card": { most: 4, call: (counted, key) => pay(counted, key) },
  "a capture": {
    most: 4,
    before: (counted, key) => pay(counted, key, { captureMethod: "manual" }),
    call: ({ shop }, idempotencyKey, id) => shop.payments.capture(id, {}, { idempotencyKey })
  },
  "a refund": {
    most: 4,
    before: (counted, key) => pay(counted, key),
    call: ({ shop }, idempotencyKey, id) =>
      shop.payments.refund(id, { amount: 500n }, { idempotencyKey })
  },
  "a checkout session": {
    most: 2,
    call: ({ shop }, idempotencyKey) =>
      shop.checkout.create({ amount: 1250n, currency: "EUR" }, { idempotencyKey })
  },
  "a subscription": {
    most: 3,
    call: ({ shop, card, customer }, idempotencyKey) =>
      shop.subscriptions.create(
        {
          customer,
          paymentInstrument: card,
          amount: 900n,
          currency: "EUR",
          interval: { unit: "month", count: 1 }
        },
        { idempotencyKey }
      )
  }
}

/** The first calls open connections, prepare statements and fill the caches of the process. */
const warmUp = 30

describe.skipIf(server === null)(`round trips to a database${on}`, () => {
  it.each(Object.entries(operations))(
    "are at most as many for %s as its reads depend on each other",
    async (_, { most, before, call }) => {
      const counted = await openCounted()
      let least = Number.POSITIVE_INFINITY
      for (let nth = 0; nth < warmUp; nth++) {
        const payment = (await before?.(counted, `${nth}`)) ?? ""
        const begun = counted.trips()
        await call(counted, `${nth}`, payment)
        least = Math.min(least, counted.trips() - begun)
      }
      expect(least).toBeLessThanOrEqual(most)
      expect(least).toBeGreaterThan(1)
    }
  )
})
