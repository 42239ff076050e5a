import type { Acting, Merchant } from "@payloom/core"
import { ActingAs, AuditCollection, CommitConflict } from "@payloom/core"
import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { everyRow } from "../audit/everyRow.ts"
import { auditedShops } from "./testing/auditedShops.ts"
import { day, type Shop } from "./testing/openShop.ts"

const open = auditedShops()

const ada: Acting = { actor: { type: "user", id: "ada", name: "Ada" }, reason: "Broken in transit" }

const as = (shop: Shop, acting = ada): Merchant =>
  shop.process().payloom.as(acting).merchant(shop.shop().scope)

const logOf = async (shop: Shop) => (await shop.shop().audit.list({ limit: 100 })).data

describe("the audit log", () => {
  it("has who called a mutation, on what, why and when", async () => {
    const shop = await open()
    const { id } = await shop.pay("approved")
    const acting = { ...ada, request: "req_1" }
    await as(shop, acting).payments.refund(id, {}, { idempotencyKey: "back" })
    await shop.work()
    expect(await logOf(shop)).toEqual([
      {
        object: "audit_entry",
        id: expect.stringMatching(/^audit_/),
        actor: { type: "user", id: "ada", name: "Ada" },
        operation: "payments.refund",
        subject: id,
        reason: "Broken in transit",
        request: "req_1",
        created: shop.clock.now()
      }
    ])
  })

  it("has the id of the row that an operation created", async () => {
    const shop = await open()
    const { customers, payments, routing } = as(shop)
    const customer = await customers.create({}, { idempotencyKey: "c" })
    const input = { amount: 100n, currency: "EUR", type: "one_off", customer: customer.id } as const
    const payment = await payments.create(input, { idempotencyKey: "p" })
    const mid = await routing.createMid({
      name: "third",
      provider: shop.box.provider.name,
      currencies: ["EUR"],
      credentials: "third"
    })
    const { tenants } = shop.process().payloom.as(ada)
    const key = await tenants.createApiKey(shop.shop().scope, "secret")
    expect((await logOf(shop)).map(({ operation, subject }) => [operation, subject])).toEqual([
      ["tenants.createApiKey", key.id],
      ["routing.createMid", mid.id],
      ["payments.create", payment.id],
      ["customers.create", customer.id]
    ])
  })

  it("has nothing of calls without an actor, of reads and of what jobs do later", async () => {
    const shop = await open()
    const { id } = await shop.pay("approved")
    await shop.shop().payments.refund(id, { amount: 100n }, { idempotencyKey: "one" })
    await as(shop).payments.retrieve(id)
    await as(shop).payments.list()
    expect(await logOf(shop)).toEqual([])
    await as(shop).payments.refund(id, { amount: 100n }, { idempotencyKey: "two" })
    await shop.elapse(day)
    expect(await logOf(shop)).toHaveLength(1)
  })

  it("has one entry of a request that is repeated, and none of a refused one", async () => {
    const shop = await open()
    const { id } = await shop.pay("approved")
    const refund = (amount: bigint, idempotencyKey: string) =>
      as(shop).payments.refund(id, { amount }, { idempotencyKey })
    await refund(100n, "once")
    await refund(100n, "once")
    await expect(refund(9999n, "more")).rejects.toMatchObject({ param: "amount" })
    expect(await logOf(shop)).toHaveLength(1)
    await shop.work()
  })

  it("has one entry of an operation whose commit was repeated", async () => {
    let conflicts = 2
    const shop = await open({
      between: (storage) => ({
        ...storage,
        commit: (changes) =>
          changes.some(({ collection }) => collection === AuditCollection) && conflicts-- > 0
            ? Effect.fail(new CommitConflict({ reason: "stale", collection: "x", key: "x" }))
            : storage.commit(changes)
      })
    })
    const { id } = await shop.pay("approved")
    await as(shop).payments.refund(id, {}, { idempotencyKey: "back" })
    expect(conflicts).toBeLessThan(0)
    await shop.work()
    expect(await logOf(shop)).toHaveLength(1)
  })

  it("is found by subject, by actor, and page by page", async () => {
    const shop = await open()
    const { id } = await shop.pay("approved")
    const eve: Acting = { actor: { type: "command", id: "eve" } }
    for (const n of [1, 2, 3, 4]) {
      const { payments } = as(shop, n % 2 === 0 ? eve : ada)
      await payments.refund(id, { amount: 100n }, { idempotencyKey: `r${n}` })
    }
    await as(shop, eve).customers.create({}, { idempotencyKey: "c" })
    const { audit } = shop.shop()
    expect((await audit.list({ subject: id })).data).toHaveLength(4)
    expect((await audit.list({ subject: id, actor: "eve" })).data).toHaveLength(2)
    expect((await audit.list({ actor: "eve" })).data).toHaveLength(3)
    const walked = []
    for await (const entry of audit.iterate({ subject: id, limit: 3 })) walked.push(entry)
    expect(walked).toEqual((await audit.list({ subject: id })).data)
    await shop.work()
  })

  it("is in the story of a payment, also with what was called on its attempt", async () => {
    const shop = await open()
    const { id } = await shop.pay("timeout_not_charged")
    const attempt = (await shop.shop().payments.listAttempts(id)).data[0]?.id ?? ""
    await as(shop).payments.resolveAttempt(attempt, { _tag: "NotCharged" })
    const { audit } = await shop.shop().payments.story(id)
    expect(audit).toMatchObject([{ operation: "payments.resolveAttempt", subject: attempt }])
    expect((await shop.shop().audit.list({ subject: id })).data).toEqual(audit)
  })

  it("can't be changed or removed", async () => {
    const shop = await open()
    await as(shop).customers.create({}, { idempotencyKey: "c" })
    const [entry] = await shop.run(everyRow(shop.storage, shop.shop().scope, AuditCollection))
    expect(AuditCollection.appendOnly).toBe(true)
    expect(entry).toMatchObject({ operation: "customers.create" })
  })
})

describe("an actor", () => {
  it.each([
    ["actor.type", { actor: { type: "robot", id: "x" } }],
    ["actor.id", { actor: { type: "user", id: "" } }],
    ["actor.id", { actor: { type: "user", id: "x".repeat(256) } }],
    ["actor.name", { actor: { type: "user", id: "x", name: "a\nb" } }],
    ["reason", { ...ada, reason: "a\u0007" }],
    ["reason", { ...ada, reason: "x".repeat(501) }],
    ["request", { ...ada, request: 7 }],
    ["reasons", { ...ada, reasons: "x" }],
    ["actor", {}]
  ])("is refused by a bad %s", async (param, acting) => {
    const shop = await open()
    await expect(
      as(shop, acting as Acting).customers.create({}, { idempotencyKey: "c" })
    ).rejects.toMatchObject({ _tag: "InvalidInput", param })
  })

  it("is a reference for programs in Effect", async () => {
    const shop = await open()
    const { services } = shop.process().payloom
    const caller = { scope: shop.shop().scope, serviceVersion: "2026-11-01" }
    const creating = services.customers.create(caller, {}, { idempotencyKey: "c" })
    await Effect.runPromise(Effect.provideService(creating, ActingAs, ada))
    expect(await logOf(shop)).toMatchObject([{ operation: "customers.create" }])
  })
})
