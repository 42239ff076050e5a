import {
  type EngineOptions,
  type HostTransaction,
  HostWriteFailed,
  Payloom,
  type PayloomSetup,
  TransactionsNotShared
} from "@payloom/core"
import { memory, sandbox } from "@payloom/testkit"
import { hasPostgres, startPostgres } from "@payloom/testkit/postgres"
import pg from "pg"
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest"
import { postgres } from "./postgres.ts"
import { clientOf } from "./transactions.ts"

const server = hasPostgres ? await startPostgres() : null
const connection = server?.address ?? ""

/** Opens a host's pool. Tests and the end of the server cut its connections. */
const openPool = (options: pg.PoolConfig = {}) =>
  new pg.Pool({ connectionString: connection, ...options })
    .on("error", () => undefined)
    .on("connect", (client) => client.on("error", () => undefined))

const pool = openPool()

afterAll(async () => {
  await pool.end()
  await server?.stop()
})

beforeAll(async () => {
  if (server === null) return
  await pool.query("CREATE TABLE orders (id text PRIMARY KEY, session text, times int DEFAULT 0)")
})

let schemas = 0

/** Opens a shop whose orders are in the engine's database. */
const openShop = async (
  storage: PayloomSetup<unknown>["storage"] = postgres({
    connection: pool,
    schema: `host_${schemas++}`
  }),
  { workers = false, ...options }: { readonly workers?: boolean } & EngineOptions = {}
) => {
  const box = sandbox()
  const payloom = await Payloom.make({
    ...box.setup,
    storage,
    workers,
    options: { pollMs: 50, ...options },
    onLog: () => undefined
  })
  onTestFinished(() => payloom.close())
  const shop = await box.openShop(payloom, { currencies: ["EUR"] })
  const card = await box.saveCard(shop, "approved")
  const pay = (key: string, hostWrites?: (transaction: HostTransaction) => unknown) =>
    shop.payments.create(
      { amount: 1250n, currency: "EUR", type: "one_off", paymentInstrument: card },
      { idempotencyKey: key, ...(hostWrites === undefined ? {} : { hostWrites }) }
    )
  return { payloom, shop, box, pay }
}

const order = (id: string) => async (transaction: HostTransaction) => {
  await clientOf(transaction).query("INSERT INTO orders (id) VALUES ($1)", [id])
}

const ordersLike = async (prefix: string) =>
  (await pool.query("SELECT id, times FROM orders WHERE id LIKE $1 ORDER BY id", [`${prefix}%`]))
    .rows

const names = async (prefix: string) => (await ordersLike(prefix)).map(({ id }) => id)

describe.skipIf(server === null)("host writes beside a request", () => {
  it("are committed with the request, and not repeated if its key is replayed", async () => {
    const { pay, shop } = await openShop()
    const first = await pay("order-1", order("kept-1"))
    const again = await pay("order-1", order("kept-2"))
    expect(again.id).toBe(first.id)
    expect(await names("kept-")).toEqual(["kept-1"])
    const { id } = await shop.checkout.create(
      { amount: 100n, currency: "EUR" },
      {
        idempotencyKey: "order-2",
        hostWrites: (transaction) =>
          clientOf(transaction).query("INSERT INTO orders (id) VALUES ('kept-3')")
      }
    )
    expect((await shop.checkout.retrieve(id)).status).toBe("created")
    expect(await names("kept-")).toEqual(["kept-1", "kept-3"])
  })

  it("prevent the request if they fail, and leave its key free", async () => {
    const { pay, shop } = await openShop()
    const failing = pay("order-1", async (transaction) => {
      await order("failed-1")(transaction)
      await clientOf(transaction).query("INSERT INTO no_such_table VALUES (1)")
    })
    await expect(failing).rejects.toThrow(HostWriteFailed)
    await expect(failing).rejects.toThrow("no_such_table")
    expect((await shop.payments.list()).data).toEqual([])
    expect(await names("failed-")).toEqual([])
    expect((await pay("order-1", order("failed-2"))).status).toBe("succeeded")
    expect(await names("failed-")).toEqual(["failed-2"])
  })

  it("fail if they take too long, and nothing of them is kept", async () => {
    const { pay, shop } = await openShop(undefined, { providerTimeoutMs: 500 })
    const slow = pay("order-1", async (transaction) => {
      await order("slow-1")(transaction)
      await new Promise(() => undefined)
    })
    await expect(slow).rejects.toThrow(
      "The host's own writes failed (they took longer than 500 ms)"
    )
    expect((await shop.payments.list()).data).toEqual([])
    expect(await names("slow-")).toEqual([])
    expect((await pay("order-1", order("slow-1"))).status).toBe("succeeded")
    expect(await names("slow-")).toEqual(["slow-1"])
  })

  it("are refused if they caught a failure, because nothing of them could be committed", async () => {
    const { pay } = await openShop()
    const caught = pay("order-1", async (transaction) => {
      await clientOf(transaction)
        .query("INSERT INTO no_such_table VALUES (1)")
        .catch(() => undefined)
    })
    await expect(caught).rejects.toThrow("it can't be committed")
    const ended = pay("order-2", (transaction) => clientOf(transaction).query("ROLLBACK"))
    await expect(ended).rejects.toThrow("Only the engine may end it")
  })

  it("are not written if the request is refused", async () => {
    const { shop } = await openShop()
    const refused = shop.payments.create(
      { amount: 1250n, currency: "USD", type: "one_off" },
      { idempotencyKey: "order-1", hostWrites: order("refused-1") }
    )
    await expect(refused).rejects.toMatchObject({ _tag: "InvalidInput" })
    expect(await names("refused-")).toEqual([])
  })

  it("are written once if the same request is sent twice at a time", async () => {
    const { pay } = await openShop()
    const ends = await Promise.allSettled(
      Array.from({ length: 8 }, (_, nth) => pay("order-1", order(`raced-${nth}`)))
    )
    expect(ends.some(({ status }) => status === "fulfilled")).toBe(true)
    expect(await names("raced-")).toHaveLength(1)
  })

  it("are refused by a storage without shared transactions, and nothing is written then", async () => {
    const { pay } = await openShop(memory())
    await expect(pay("order-1", order("unshared-1"))).rejects.toThrow(TransactionsNotShared)
    expect((await pay("order-1")).status).toBe("succeeded")
  })

  it("can't be added after the transaction", async () => {
    const { pay } = await openShop()
    let kept: HostTransaction | undefined
    await pay("order-1", (transaction) => {
      kept = transaction
    })
    expect(() => clientOf(kept as HostTransaction)).toThrow("This transaction is over")
  })
})

describe.skipIf(server === null)("a consumer that writes in the engine's transactions", () => {
  it("writes each event once, although its connection dies again and again", async () => {
    const { payloom, pay } = await openShop(undefined, { workers: true })
    const ids = await Promise.all(
      Array.from({ length: 12 }, async (_, nth) => {
        const { id } = await pay(`order-${nth}`)
        await pool.query("INSERT INTO orders (id) VALUES ($1)", [`paid-${id}`])
        return id
      })
    )
    let handled = 0
    const { stop } = await payloom.events.consumeInTransaction(
      "orders",
      async ({ data }, { transaction }) => {
        const client = clientOf(transaction)
        await client.query("UPDATE orders SET times = times + 1 WHERE id = $1", [
          `paid-${data.object.id}`
        ])
        handled += 1
        // Ends the connection as a crash would, before or after the position is written.
        if (handled % 3 === 0) {
          const { rows } = await client.query("SELECT pg_backend_pid() AS pid")
          await pool.query("SELECT pg_terminate_backend($1)", [rows[0].pid])
        }
      },
      { types: ["payment.succeeded"], from: "beginning" }
    )
    await expect
      .poll(async () => (await ordersLike("paid-")).map(({ times }) => times))
      .toEqual(ids.map(() => 1))
    expect(handled).toBeGreaterThan(12)
    await stop()
  })

  it("gets a failed event again, and nothing of the earlier time is kept", async () => {
    const box = { failing: true }
    const { payloom, pay } = await openShop()
    await pay("order-1")
    await payloom.events.consumeInTransaction(
      "failing",
      async (event, { transaction }) => {
        await order(`tried-${event.id}`)(transaction)
        if (box.failing) throw new Error("not yet")
      },
      { types: ["payment.succeeded"], from: "beginning" }
    )
    await payloom.runDue()
    expect(await names("tried-")).toEqual([])
    const { data: parked } = await payloom.events.parked()
    expect(parked).toMatchObject([{ consumer: "failing", tries: 1 }])
    expect(parked[0]?.error).toContain("not yet")
    box.failing = false
    await payloom.events.replay("failing", parked[0]?.event ?? "")
    await expect
      .poll(async () => {
        await payloom.runDue()
        return names("tried-")
      })
      .toHaveLength(1)
    expect((await payloom.events.parked()).data).toEqual([])
  })

  it("keeps nothing of a handler that takes too long, whatever it does later", async () => {
    const { payloom, pay } = await openShop()
    await pay("order-1")
    const late = Promise.withResolvers<unknown>()
    await payloom.events.consumeInTransaction(
      "late",
      async (event, { transaction, signal }) => {
        const client = clientOf(transaction)
        await new Promise((resolve) => signal.addEventListener("abort", resolve))
        await new Promise((resolve) => setTimeout(resolve, 50))
        const write = client.query("INSERT INTO orders (id) VALUES ($1)", [`late-${event.id}`])
        late.resolve(await write.catch((cause: unknown) => cause))
      },
      { types: ["payment.succeeded"], from: "beginning", timeoutMs: 100 }
    )
    await payloom.runDue()
    expect(await late.promise).toBeInstanceOf(Error)
    expect(await names("late-")).toEqual([])
    expect((await payloom.events.parked()).data).toHaveLength(1)
  })

  it("may call the engine while it writes, with very few connections", async () => {
    const few = openPool({ max: 2 })
    const { payloom, pay, shop } = await openShop(
      postgres({ connection: few, schema: `host_${schemas++}` })
    )
    onTestFinished(() => few.end())
    for (let nth = 0; nth < 5; nth++) await pay(`order-${nth}`)
    let seen = 0
    await payloom.events.consumeInTransaction(
      "asking",
      async ({ data }) => {
        const { status } = await shop.payments.retrieve(data.object.id)
        if (status === "succeeded") seen += 1
      },
      { types: ["payment.succeeded"], from: "beginning" }
    )
    await payloom.runDue()
    expect(seen).toBe(5)
  })

  it("is refused if its storage doesn't share transactions", async () => {
    const { payloom } = await openShop(memory())
    await expect(payloom.events.consumeInTransaction("orders", () => undefined)).rejects.toThrow(
      TransactionsNotShared
    )
  })
})
