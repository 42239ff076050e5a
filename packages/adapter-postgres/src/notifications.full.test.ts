import { Payloom } from "@payloom/core"
import { sandbox } from "@payloom/testkit"
import { hasPostgres, startPostgres } from "@payloom/testkit/postgres"
import pg from "pg"
import { afterAll, describe, expect, it, onTestFinished } from "vitest"
import type { PostgresOptions } from "./PostgresOptions.ts"
import { postgres } from "./postgres.ts"

const server = hasPostgres ? await startPostgres() : null

afterAll(() => server?.stop())

const connection = server?.address ?? ""

/** Longer than a test, so that no worker polls. */
const hour = 3_600_000

let schemas = 0

/**
 * Opens two engines on one schema: one takes requests, and the other runs jobs and polls once an
 * hour.
 */
const openTwo = async (workerOptions: Partial<PostgresOptions> = {}) => {
  schemas += 1
  const schema = `notified_${schemas}`
  const box = sandbox()
  const make = (workers: boolean, more: Partial<PostgresOptions>) =>
    Payloom.make({
      ...box.setup,
      storage: postgres({ connection, schema, ...more }),
      workers,
      options: { pollMs: hour }
    })
  const front = await make(false, {})
  const worker = await make(true, workerOptions)
  onTestFinished(async () => {
    await worker.close()
    await front.close()
  })
  const shop = await box.openShop(front)
  const card = await box.saveCard(shop, "approved")
  let keys = 0
  return {
    worker,
    /** Returns true if the second engine runs a capture that the first one took. */
    capture: async () => {
      const key = () => ({ idempotencyKey: `key-${keys++}` })
      const { id } = await shop.payments.create(
        {
          ...{ amount: 1250n, currency: "EUR", type: "one_off", captureMethod: "manual" },
          paymentInstrument: card
        },
        key()
      )
      await shop.payments.capture(id, {}, key())
      return id
    },
    statusOf: async (id: string) => (await shop.payments.retrieve(id)).status
  }
}

/** The process that listens, as the server shows it. */
const listening = `SELECT pid FROM pg_stat_activity WHERE query LIKE 'LISTEN "payloom_notified_%'`

const withClient = async <A>(work: (client: pg.Client) => Promise<A>): Promise<A> => {
  const client = new pg.Client(connection)
  await client.connect()
  return work(client).finally(() => client.end())
}

const untilListening = (count: number) =>
  withClient((client) =>
    expect.poll(async () => (await client.query(listening)).rowCount).toBe(count)
  )

describe.skipIf(server === null)("processes on one database", () => {
  it("wake each other, so that jobs start long before the next poll", async () => {
    const { capture, statusOf } = await openTwo()
    await untilListening(1)
    const id = await capture()
    await expect.poll(() => statusOf(id)).toBe("succeeded")
  })

  it("wake event consumers", async () => {
    const { worker, capture } = await openTwo()
    const seen: Array<string> = []
    await worker.events.consume("seen", (event) => {
      seen.push(event.type)
    })
    await untilListening(1)
    await capture()
    await expect.poll(() => seen).toContain("payment.authorized")
  })

  it("listen again when a connection can be opened after a cut", async () => {
    const { capture, statusOf } = await openTwo()
    await untilListening(1)
    await withClient((client) =>
      client.query(`SELECT pg_terminate_backend(pid) FROM (${listening}) AS listening`)
    )
    await untilListening(0)
    await untilListening(1)
    const id = await capture()
    await expect.poll(() => statusOf(id)).toBe("succeeded")
  })

  it("let the application end its pool before it closes the engine", async () => {
    const pool = new pg.Pool({ connectionString: connection })
    const { worker } = await openTwo({ connection: pool })
    await expect.poll(() => pool.idleCount < pool.totalCount).toBe(true)
    await pool.end()
    await worker.close()
  })

  it("leave the pool's only connection to queries", async () => {
    const { capture, statusOf, worker } = await openTwo({ maxConnections: 1 })
    const id = await capture()
    await worker.runDue()
    expect(await statusOf(id)).toBe("succeeded")
    await untilListening(0)
  })

  it("listen to nothing if that is turned off", async () => {
    const { capture } = await openTwo({ listen: false })
    await capture()
    await untilListening(0)
  })
})
