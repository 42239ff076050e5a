import { Payloom } from "@payloom/core"
import { memory, sandbox } from "@payloom/testkit"
import { afterAll, describe, expect, it } from "vitest"
import { ensureCustomer } from "./customers/ensureCustomer.ts"
import { findCustomer } from "./customers/findCustomer.ts"
import { type Owner, ownerOf, referenceOf } from "./Owner.ts"

const box = sandbox()
const payloom = await Payloom.make({ ...box.setup, storage: memory(), workers: false })
afterAll(() => payloom.close())
const shop = await box.openShop(payloom)

const ada = { name: "Ada", email: "ada@shop.example" }

describe("the reference of an owner's customer", () => {
  it.each<[string, Owner]>([
    ["user:4XyQ", { kind: "user", id: "4XyQ" }],
    ["organization:7", { kind: "organization", id: "7" }],
    ["user:a:b", { kind: "user", id: "a:b" }],
    ["user:number:42424242x42424242", { kind: "user", id: "4242424242424242" }],
    ["user:number:37828224x6310005", { kind: "user", id: "378282246310005" }]
  ])("is %s, and leads back to the owner", async (reference, owner) => {
    expect(referenceOf(owner)).toBe(reference)
    expect(ownerOf({ reference })).toEqual(owner)
    expect((await ensureCustomer(shop, owner, ada)).reference).toBe(reference)
  })

  it.each([null, "", "user:", "order:1", "4XyQ"])("is not %s", (reference) => {
    expect(ownerOf({ reference })).toBeNull()
  })
})

describe("ensuring the customer of an owner", () => {
  const of = (id: string): Owner => ({ kind: "user", id })

  it("creates one customer, even by many calls at once", async () => {
    const call = (name: string) => ensureCustomer(shop, of("raced"), { ...ada, name })
    const made = await Promise.all(["A", "B", "C", "D"].map(call))
    expect(new Set(made.map(({ id }) => id)).size).toBe(1)
    expect((await shop.customers.list({ reference: "user:raced" })).data).toHaveLength(1)
  })

  it("completes a customer whose creation was interrupted after its first commit", async () => {
    await shop.customers.create(
      { reference: "user:halfway" },
      { idempotencyKey: "better-auth user:halfway" }
    )
    expect(await ensureCustomer(shop, of("halfway"), ada)).toMatchObject(ada)
    expect((await shop.customers.list({ reference: "user:halfway" })).data).toHaveLength(1)
  })

  it("creates another customer after the first was erased", async () => {
    const first = await ensureCustomer(shop, of("erased"), ada)
    for (const key of ["once", "twice"]) {
      const before = await ensureCustomer(shop, of("erased"), ada)
      await shop.customers.erase(before.id, { idempotencyKey: key })
      expect(await findCustomer(shop, of("erased"))).toBeNull()
      const after = await ensureCustomer(shop, of("erased"), ada)
      expect([first.id, before.id]).not.toContain(after.id)
      expect(after).toMatchObject(ada)
    }
  })

  it("leaves out a name or an address that the engine refuses", async () => {
    const odd = { name: "4242 4242 4242 4242", email: "ada@shop.example" }
    expect(await ensureCustomer(shop, of("odd name"), odd)).toMatchObject({
      name: null,
      email: odd.email
    })
    expect(
      await ensureCustomer(shop, of("odd address"), { name: "Ada", email: "ada@localhost" })
    ).toMatchObject({ name: "Ada", email: null })
    const long = await ensureCustomer(shop, of("long"), { name: "x".repeat(300), email: null })
    expect(long.name).toHaveLength(255)
  })

  it("keeps the customers of test mode and of live mode apart", async () => {
    const live = payloom.merchant({ ...shop.scope, mode: "live" })
    const [here, there] = [
      await ensureCustomer(shop, of("both"), ada),
      await ensureCustomer(live, of("both"), ada)
    ]
    expect(here.id).not.toBe(there.id)
    expect((await findCustomer(live, of("both")))?.id).toBe(there.id)
  })
})
