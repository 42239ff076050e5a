import { describe, expect, it } from "vitest"
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
