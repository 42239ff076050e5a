import { postgres } from "@payloom/adapter-postgres"
import { isEngineError, Payloom } from "@payloom/core"
import { openStorage, type SandboxShop, sandbox } from "@payloom/testkit"
import { hasCitus, startCitus } from "@payloom/testkit/citus"
import pg from "pg"
import { afterAll, describe, expect, it, onTestFinished } from "vitest"
import { cells } from "./cells.ts"

const cluster = hasCitus ? await startCitus() : null

afterAll(() => cluster?.stop())

const on = cluster === null ? " (Citus is not installed here)" : ""

const names = ["a", "b"] as const

/** A shop that pays, one payment after another. */
const payer = (shop: SandboxShop, paymentInstrument: string, name: string) => {
  const paid: Array<string> = []
  const payment = { amount: 1250n, currency: "EUR", type: "one_off", paymentInstrument } as const
  let longestMs = 0
  let refusals = 0
  const pay = async (nth: number) => {
    const startedAt = performance.now()
    for (;;) {
      try {
        const key = { idempotencyKey: `${name} ${nth}` }
        const { id, status } = await shop.payments.create(payment, key)
        expect(status).toBe("succeeded")
        paid.push(id)
        longestMs = Math.max(longestMs, performance.now() - startedAt)
        return
      } catch (error) {
        // The answer to a charge may be unknown until its recovery.
        const mayPass = ["StorageUnavailable", "IdempotencyKeyInFlight"]
        if (!isEngineError(error) || !mayPass.includes(error._tag)) throw error
        refusals += 1
        await new Promise((resolve) => setTimeout(resolve, 50))
      }
    }
  }
  return { pay, paid, refusals: () => refusals, longestMs: () => Math.round(longestMs) }
}

/** Returns the port of the worker that has a cell's schema. */
const placeOf = async (operator: pg.Client, cell: string): Promise<number> => {
  const { rows } = await operator.query(
    "SELECT nodeport AS port FROM citus_shards WHERE table_name = $1::regclass",
    [`cell_${cell}.payments`]
  )
  return rows[0].port
}

const deadlock = "40P01"

/**
 * Moves a cell to the other worker, as an operator does. If a move collides with commits, Citus
 * undoes it, and it is tried again. Returns the time in milliseconds.
 */
const move = async (operator: pg.Client, cell: string): Promise<number> => {
  const startedAt = performance.now()
  for (;;) {
    try {
      await operator.query(
        `SELECT citus_schema_move($1::regnamespace, nodename, nodeport, 'force_logical')
         FROM pg_dist_node WHERE groupid > 0 AND nodeport <> $2`,
        [`cell_${cell}`, await placeOf(operator, cell)]
      )
      return Math.round(performance.now() - startedAt)
    } catch (error) {
      if (!(error instanceof pg.DatabaseError) || error.code !== deadlock) throw error
    }
  }
}

describe.skipIf(cluster === null)(`cells in schemas of Citus${on}`, () => {
  if (cluster === null) return
  const connection = cluster.address
  const box = sandbox()
  const cell = (schema: string) => postgres({ connection, schema, citus: true })

  /** Creates the tables of a cell, which takes longer than an engine waits for its cells. */
  const create = async (schema: string): Promise<number> => {
    const startedAt = performance.now()
    const { close } = await openStorage(cell(schema))
    await close()
    return Math.round(performance.now() - startedAt)
  }

  let placed = 0
  const open = async () => {
    const payloom = await Payloom.make({
      ...box.setup,
      storage: cells({
        directory: postgres({ connection, schema: "directory" }),
        cells: { a: cell("cell_a"), b: cell("cell_b") },
        placeTenant: () => names[placed++ % names.length] ?? "a"
      }),
      options: { pollMs: 50 }
    })
    onTestFinished(() => payloom.close())
    return payloom
  }

  it("take payments on two workers, also while Citus moves them, and the audit finds nothing", async () => {
    const createdMs = [await create("cell_a"), await create("cell_b")]
    const payloom = await open()
    const operator = new pg.Client(connection)
    await operator.connect()
    onTestFinished(() => operator.end())
    if ((await placeOf(operator, "a")) === (await placeOf(operator, "b"))) await move(operator, "b")
    const seen: Array<string> = []
    await payloom.events.consume("all", ({ type, data }) => {
      if (type === "payment.succeeded") seen.push(data.payment_id ?? "")
    })
    const payers = []
    for (const name of names) {
      const shop = await box.openShop(payloom, { reference: name })
      payers.push(payer(shop, await box.saveCard(shop, "approved"), name))
    }
    let isOver = false
    const paying = payers.map(async ({ pay }) => {
      for (let nth = 0; !isOver; nth++) await pay(nth)
    })
    const movesMs: Array<number> = []
    for (const name of ["a", "b"]) movesMs.push(await move(operator, name))
    isOver = true
    await Promise.all(paying)
    const paid = payers.flatMap((each) => each.paid)
    await expect.poll(() => new Set(seen).size).toBe(paid.length)
    expect(payers.every(({ paid: own }) => own.length > 10)).toBe(true)
    expect(new Set(paid).size).toBe(paid.length)
    expect(paid.every((id) => seen.includes(id))).toBe(true)
    expect(await box.audit(payloom)).toEqual([])
    const longest = payers.map(({ longestMs }) => longestMs()).join(" and ")
    const created = `cells took ${createdMs.join(" and ")} ms to create`
    const moved = `moves took ${movesMs.join(" and ")} ms`
    console.info(`${created}; ${moved}; of ${paid.length} payments the longest took ${longest} ms`)
  })
})
