import { describe, expect, it } from "vitest"
import { openImport } from "../testing/openImport.ts"

const openCards = async () => {
  const opened = await openImport()
  const { shop } = opened
  return {
    ...opened,
    /** Returns the ids at Stripe of the cards that a customer has here, in order. */
    cardsOf: async (customer: string): Promise<ReadonlyArray<string>> => {
      const [row] = await shop.imports.find([`stripe:${customer}`])
      const here = new Set<string>()
      const query = { customer: String(row?.object), limit: 100 }
      for await (const { id } of shop.paymentInstruments.iterate(query)) here.add(id)
      const [run] = (await shop.imports.list()).data
      const cards: Array<string> = []
      const copied = { import: String(run?.id), kind: "card", state: "copied" } as const
      for await (const { object, externalId } of shop.imports.iterateObjects(copied)) {
        if (here.has(object ?? "")) cards.push(externalId.slice("stripe:".length))
      }
      expect(cards).toHaveLength(here.size)
      return cards.toSorted()
    }
  }
}

describe("the copy of all cards", () => {
  it("brings the cards that no subscription charges, and keeps the default card", async () => {
    const { move, subscribe, fake, cardsOf, shop } = await openCards()
    subscribe("a")
    const second = fake.billing.addCard("cus_a", "pm_card_mastercard")
    await move.copy()
    expect(await cardsOf("cus_a")).toEqual(["pm_a"])
    expect(await move.copyCards()).toEqual({ customers: 1, cards: 2, crowded: 0 })
    expect(await cardsOf("cus_a")).toEqual(["pm_a", second].toSorted())
    const [customer] = (await shop.customers.list()).data
    const [usual] = await shop.imports.find(["stripe:pm_a"])
    expect(customer?.defaultPaymentInstrument).toBe(usual?.object)
  })

  it("adds nothing when it is repeated, and finds new cards and customers", async () => {
    const { move, subscribe, fake, cardsOf } = await openCards()
    subscribe("a")
    await move.copyCards()
    await move.copyCards()
    expect(await cardsOf("cus_a")).toEqual(["pm_a"])
    const later = fake.billing.addCard("cus_a")
    subscribe("b")
    expect(await move.copyCards()).toEqual({ customers: 2, cards: 3, crowded: 0 })
    expect(await cardsOf("cus_a")).toEqual(["pm_a", later].toSorted())
    expect(await cardsOf("cus_b")).toEqual(["pm_b"])
  })

  it("copies the newest hundred cards and the default card, with a reason for the rest", async () => {
    const { move, subscribe, fake, cardsOf, stateOf } = await openCards()
    subscribe("a")
    await move.copy()
    const added = Array.from({ length: 100 }, () => fake.billing.addCard("cus_a"))
    const oldest = fake.billing.addCard("cus_a")
    for (let nth = 0; nth < 99; nth++) fake.billing.addCard("cus_a")
    expect(await move.copyCards()).toEqual({ customers: 1, cards: 101, crowded: 1 })
    const cards = await cardsOf("cus_a")
    expect(cards).toHaveLength(101)
    expect(cards).toContain(oldest)
    expect(cards).toContain("pm_a")
    expect(cards.filter((card) => added.includes(card))).toEqual([])
    expect(await stateOf("cus_a")).toMatchObject({ reasons: ["too_many_cards"] })
    const status = await move.status()
    expect(status?.reasons).toEqual({ too_many_cards: 1 })
    expect(status?.exceptions).toMatchObject([{ externalId: "stripe:cus_a" }])
  })

  it("stores the cards of a page in several commits if they are many", async () => {
    const { move, subscribe, fake, cardsOf } = await openCards()
    for (const id of ["a", "b", "c", "d"]) {
      subscribe(id)
      for (let nth = 0; nth < 79; nth++) fake.billing.addCard(`cus_${id}`)
    }
    expect(await move.copyCards()).toEqual({ customers: 4, cards: 320, crowded: 0 })
    for (const id of ["a", "b", "c", "d"]) expect(await cardsOf(`cus_${id}`)).toHaveLength(80)
  })

  it("brings no card of a customer who was erased here", async () => {
    const { move, subscribe, fake, cardsOf, shop, pass } = await openCards()
    subscribe("a")
    await move.copy()
    const [row] = await shop.imports.find(["stripe:cus_a"])
    await shop.customers.erase(String(row?.object), { idempotencyKey: "erase" })
    await pass(1)
    const before = await cardsOf("cus_a")
    fake.billing.addCard("cus_a")
    await move.copyCards()
    expect(await cardsOf("cus_a")).toEqual(before)
  })

  it("names the customer and the cards at Stripe if the customer is erased here", async () => {
    const { move, subscribe, shop } = await openCards()
    subscribe("a")
    await move.copy()
    const [row] = await shop.imports.find(["stripe:cus_a"])
    const { left } = await shop.customers.erase(String(row?.object), { idempotencyKey: "erase" })
    expect(left).toEqual([
      { kind: "provider", name: "stripe", references: ["cus_a", "pm_a:cus_a"] }
    ])
  })

  it("needs the account itself, and not its exported lists", async () => {
    const { moving } = await openCards()
    const move = moving({ from: { folder: "/nonexistent" } })
    await expect(move.copyCards()).rejects.toThrow("give the account's key")
  })
})
