import { describe, expect, it, onTestFinished } from "vitest"
import { mustStore, releaseIn, typedCard } from "../testing/storeIn.ts"
import { startFakeOf, vaultNames, vaultOf } from "../testing/vaultFakes.ts"
import { codesInMemory } from "./SecurityCodes.ts"

describe("the marks of security codes in memory", () => {
  it("are found until they are forgotten", async () => {
    const codes = codesInMemory()
    await codes.keep("card_1", "mark")
    expect(await codes.find("card_1")).toBe("mark")
    expect(await codes.find("card_2")).toBeNull()
    await codes.forget("card_1")
    expect(await codes.find("card_1")).toBeNull()
  })

  it("are forgotten after their time", async () => {
    let now = 0
    const codes = codesInMemory({ minutes: 30, now: () => now })
    await codes.keep("card_1", "mark")
    now = 30 * 60_000 - 1
    expect(await codes.find("card_1")).toBe("mark")
    now += 1
    expect(await codes.find("card_1")).toBeNull()
  })

  it("are at most as many as allowed, and the oldest ones go first", async () => {
    const codes = codesInMemory({ most: 2 })
    for (const card of ["card_1", "card_2", "card_3"]) await codes.keep(card, card)
    const found = await Promise.all(["card_1", "card_2", "card_3"].map((card) => codes.find(card)))
    expect(found).toEqual([null, "card_2", "card_3"])
  })
})

describe.each(vaultNames)("a vault at %s with shared marks of security codes", (name) => {
  it("stores a card in one process, and another process has its code until the release", async () => {
    const fake = await startFakeOf[name]()
    onTestFinished(fake.close)
    const securityCodes = codesInMemory()
    const open = () => vaultOf[name]({ ...fake.options, securityCodes }, ["api.stripe.com"])
    const [storing, charging] = [open(), open()]
    const card = await mustStore(storing.vault, await fake.encryptCard(typedCard))
    const { securityCode } = await charging.relay.marksOf(card.vaultReference)
    expect(securityCode).toMatch(/^(\{\{ token|tok_|ev:)/)
    await releaseIn(charging.vault, card.vaultReference)
    expect(await storing.relay.marksOf(card.vaultReference)).toMatchObject({ securityCode: null })
  })
})
