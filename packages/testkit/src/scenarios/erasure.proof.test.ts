import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { sqlite } from "@payloom/adapter-sqlite"
import { Storage } from "@payloom/core"
import { Effect } from "effect"
import { afterAll, describe, expect, it } from "vitest"
import { commitFaults } from "../faults/mortalStorage.ts"
import { hasPostgres } from "../postgres/postgresServer.ts"
import { markedCustomer, markedRows, marker } from "./testing/markedCustomer.ts"
import { hour, minute } from "./testing/openShop.ts"
import { postgresStorage } from "./testing/scenarioStorage.ts"

const key = { idempotencyKey: "erase" }

describe("the erasure of a customer", () => {
  it("removes their texts from every row, and leaves the books", async () => {
    const { shop, customer } = await markedCustomer()
    expect(new Set((await markedRows(shop)).map((row) => row.split(":")[0]))).toEqual(
      new Set([
        "alerts",
        "audit_entries",
        "checkout_sessions",
        "customers",
        "events",
        "idempotency_records",
        "modifications",
        "parked_events",
        "payment_instruments",
        "payments",
        "subscriptions",
        "webhook_deliveries"
      ])
    )
    const before = { books: await shop.ledger(), balance: await shop.shop().ledger.trialBalance() }
    const erased = await shop.shop().customers.erase(customer.id, key)
    expect(erased).toEqual({
      object: "customer",
      id: customer.id,
      reference: null,
      email: null,
      name: null,
      defaultPaymentInstrument: null,
      billingAddress: { country: null, postalCode: null },
      metadata: {},
      created: customer.created,
      left: [
        { kind: "vault", name: "vault", references: [expect.any(String)] },
        { kind: "provider", name: "sandbox", references: [] }
      ]
    })
    await shop.elapse(hour)
    expect((await markedRows(shop)).map((row) => row.slice(0, 400))).toEqual([])
    expect(await shop.ledger()).toEqual(before.books)
    expect(await shop.shop().ledger.trialBalance()).toEqual(before.balance)
    expect(await shop.shop().customers.erase(customer.id, key)).toEqual(erased)
    expect(await shop.audit()).toEqual([])
  })
})

describe("the commits of an erasure", () => {
  it("change ten rows at most, because a charge waits for a commit", async () => {
    const sizes: Array<number> = []
    const between = (storage: Storage["Service"]): Storage["Service"] => ({
      ...storage,
      commit: (changes) => {
        sizes.push(changes.length)
        return storage.commit(changes)
      }
    })
    const { shop, customer } = await markedCustomer({ between })
    for (let nth = 0; nth < 12; nth++) {
      const session = { amount: 100n, currency: "EUR", customer: customer.id }
      const { id } = await shop.shop().checkout.create(session, { idempotencyKey: `s${nth}` })
      await shop.shop().checkout.cancel(id)
    }
    await shop.work()
    await shop.shop().customers.erase(customer.id, key)
    sizes.length = 0
    await shop.elapse(2 * hour)
    expect(await markedRows(shop)).toEqual([])
    expect(Math.max(...sizes)).toBe(10)
  })
})

describe("an erasure that is killed", () => {
  it("is finished by the next process, at whichever of its commits it was killed", async () => {
    const { shop, customer } = await markedCustomer()
    await shop.shop().customers.erase(customer.id, key)
    for (const fault of commitFaults) {
      for (const commit of [1, 2, 3]) {
        const { mortal, payloom } = shop.process()
        mortal.meet((number) => (number === commit ? fault : undefined))
        const done = payloom.runDue()
        done.catch(() => undefined)
        for (let turn = 0; turn < 3 && !mortal.isDead(); turn++) await shop.clock.advance(minute)
        await shop.restart()
      }
    }
    await shop.elapse(hour)
    expect(await markedRows(shop)).toEqual([])
    expect(await shop.audit()).toEqual([])
  })
})

describe("the erasure of a customer in a database", () => {
  const folder = mkdtempSync(join(tmpdir(), "payloom-erasure-"))
  afterAll(() => rmSync(folder, { recursive: true }))

  it("leaves no text in the bytes of a SQLite file, after a VACUUM and a checkpoint", async () => {
    const path = join(folder, "payloom.db")
    const live = Effect.flatMap(Storage, (storage) =>
      Effect.promise(async () => {
        const { shop, customer } = await markedCustomer({ storage, patienceMs: 5000 })
        await shop.shop().customers.erase(customer.id, key)
        await shop.elapse(hour)
        expect(await markedRows(shop)).toEqual([])
        expect(await shop.audit()).toEqual([])
      })
    )
    await Effect.runPromise(Effect.provide(live, sqlite(path)))
    const db = new DatabaseSync(path)
    db.exec("VACUUM")
    db.exec("PRAGMA wal_checkpoint(TRUNCATE)")
    db.close()
    const files = readdirSync(folder)
    expect(files).toContain("payloom.db")
    for (const file of files) {
      expect(readFileSync(join(folder, file)).includes(marker)).toBe(false)
    }
  })

  it.skipIf(!hasPostgres)("leaves no text in any row on PostgreSQL", async () => {
    const { shop, customer } = await markedCustomer({ storage: postgresStorage() })
    await shop.shop().customers.erase(customer.id, key)
    await shop.elapse(hour)
    expect(await markedRows(shop)).toEqual([])
    expect(await shop.audit()).toEqual([])
  })
})
