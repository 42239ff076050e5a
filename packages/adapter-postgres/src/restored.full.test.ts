import { execFileSync } from "node:child_process"
import type { Payloom } from "@payloom/core"
import { sandbox } from "@payloom/testkit"
import { hasPostgres, startPostgres } from "@payloom/testkit/postgres"
import pg from "pg"
import { afterAll, describe, expect, it } from "vitest"
import { consumeNew, openEngine } from "./testing/engines.ts"

const canDump = (): boolean => {
  try {
    return execFileSync("pg_dump", ["--version"]).length > 0
  } catch {
    return false
  }
}

const isThere = hasPostgres && canDump()
const old = isThere ? await startPostgres() : null
const young = isThere ? await startPostgres() : null

afterAll(async () => {
  await old?.stop()
  await young?.stop()
})

const box = sandbox()

const open = (connection: string) => openEngine(box, connection)

describe.skipIf(!isThere)("a dump that is restored on another server", () => {
  it("lets consumers continue at their position, and miss nothing that happens then", async () => {
    const from = old?.address ?? ""
    const to = young?.address ?? ""
    const client = new pg.Client(from)
    await client.connect()
    // A server that has used many transaction numbers. The other one begins with low ones.
    for (let nth = 0; nth < 3000; nth++) await client.query("SELECT pg_current_xact_id()")
    await client.end()
    const first = await open(from)
    const shop = await box.openShop(first)
    const paymentInstrument = await box.saveCard(shop, "approved")
    const pay = (payloom: Payloom, nth: number) =>
      payloom
        .merchant(shop.scope)
        .payments.create(
          { amount: 1250n, currency: "EUR", type: "one_off", paymentInstrument },
          { idempotencyKey: `payment ${nth}` }
        )
    for (let nth = 0; nth < 5; nth++) await pay(first, nth)
    const seen = [...(await consumeNew(first))]
    for (let nth = 5; nth < 8; nth++) await pay(first, nth)
    const before = await shop.ledger.trialBalance()
    await first.close()

    const dump = execFileSync("pg_dump", ["-d", from, "-n", "payloom", "--no-owner"])
    execFileSync("psql", ["-X", "-q", "-v", "ON_ERROR_STOP=1", "-d", to], { input: dump })

    const second = await open(to)
    expect(await second.merchant(shop.scope).ledger.trialBalance()).toEqual(before)
    for (let nth = 8; nth < 12; nth++) {
      await pay(second, nth)
      seen.push(...(await consumeNew(second)))
    }
    await second.close()
    const third = await open(to)
    await pay(third, 12)
    seen.push(...(await consumeNew(third)))
    const all: Array<string> = []
    for await (const { id } of third.merchant(shop.scope).events.iterate()) all.push(id)
    expect(all).toHaveLength(13)
    expect(seen.toSorted()).toEqual(all.toSorted())
    expect(await box.audit(third)).toEqual([])
    await third.close()
  })
})
