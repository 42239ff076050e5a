import type { TestCardName } from "@payloom/testkit"
import { testCardsThat } from "@payloom/testkit"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { openWorld, type World } from "./testing/openWorld.ts"

const day = 24

let world: World
beforeEach(async () => {
  world = await openWorld()
})
// After each test, the data of engine and bank must agree.
afterEach(async () => expect(await world.audit()).toEqual([]))

/** Places an order of two lines with a sum of 30.00. The first one costs 10.00. */
const place = async (card: TestCardName = "approved") => {
  const saved = await world.savedCard(card)
  await world.run(({ flow }) => flow.place("order-1", [1000n, 2000n], saved))
}

const ship = () => world.run(({ flow }) => flow.ship("order-1"))
const takeBack = (line: number) => world.run(({ flow }) => flow.takeBack("order-1", line))

const order = () => world.orders.get("order-1")
const linesNow = () => order().lines.map(({ status }) => status)
const payment = () => world.shop().payments.retrieve(order().payment ?? "")

describe("a placed order", () => {
  it("is authorized, and shipped once the capture succeeded", async () => {
    await place()
    expect([order().status, (await payment()).amountCaptured]).toEqual(["to_ship", 0n])
    await ship()
    expect([order().status, world.parcels]).toEqual(["shipping", []])
    await world.pass(1)
    expect([order().status, world.parcels]).toEqual(["shipped", ["order-1"]])
    expect(await payment()).toMatchObject({ status: "succeeded", amountCaptured: 3000n })
  })

  it("expires if it isn't shipped in time, and can't be shipped any more", async () => {
    await place()
    await world.pass(8 * day)
    await ship()
    expect([order().status, world.parcels]).toEqual(["expired", []])
  })

  it.each(testCardsThat.decline)("isn't shipped if its card is %s", async (card) => {
    await place(card)
    await ship()
    await world.pass(day)
    expect([order().status, world.parcels]).toEqual(["unpaid", []])
  })

  it.each([
    ["timeout_charged", "to_ship"],
    ["timeout_not_charged", "unpaid"],
    ["pending_declined", "unpaid"]
  ] as const)("waits for the outcome of %s, which is %s", async (card, outcome) => {
    await place(card)
    await ship()
    expect([order().status, world.parcels]).toEqual(["paying", []])
    await world.pass(day)
    expect(order().status).toBe(outcome)
  })

  it("is charged once if the answer was lost and the button was pressed again", async () => {
    const saved = await world.savedCard("approved")
    world.goWrong([{ of: "commit", nth: 2, meets: "unavailable_after" }])
    const press = () => world.run(({ flow }) => flow.place("order-1", [3000n], saved))
    await press()
    expect(order().status).toBe("paying")
    await press()
    await world.pass(1)
    expect(order().status).toBe("to_ship")
    await ship()
    await world.pass(1)
    await press()
    expect([order().status, world.parcels]).toEqual(["shipped", ["order-1"]])
    expect((await world.shop().payments.list()).data).toHaveLength(1)
  })
})

describe("an order with a shipping request", () => {
  it("isn't shipped if its capture fails", async () => {
    await place("capture_fails")
    await ship()
    await world.pass(8 * day)
    expect([order().status, world.parcels]).toEqual(["expired", []])
  })

  it("is shipped once if the process died after the capture request", async () => {
    await place()
    world.goWrong([{ of: "commit", nth: 1, meets: "dies_after" }])
    await ship()
    await world.pass(1)
    await ship()
    await world.pass(1)
    expect([order().status, world.parcels]).toEqual(["shipped", ["order-1"]])
  })
})

describe("returned goods", () => {
  const shipped = async (card: TestCardName) => {
    await place(card)
    await ship()
    await world.pass(1)
  }

  it("are refunded line by line, and each line once", async () => {
    await shipped("approved")
    await takeBack(0)
    await world.run(({ flow }) => Promise.all([flow.takeBack("order-1", 0), flow.catchUp()]))
    await world.pass(1)
    expect(linesNow()).toEqual(["refunded", "sold"])
    expect((await payment()).amountRefunded).toBe(1000n)
  })

  it("are refunded once if the answer was lost and the request was repeated", async () => {
    await shipped("approved")
    world.goWrong([{ of: "commit", nth: 1, meets: "unavailable_after" }])
    await takeBack(0)
    expect(linesNow()).toEqual(["returning", "sold"])
    await world.pass(day)
    expect(linesNow()).toEqual(["refunded", "sold"])
    expect((await payment()).amountRefunded).toBe(1000n)
  })

  it.each(["refund_fails", "refund_pending_fails"] as const)(
    "are owed if the card is %s",
    async (card) => {
      await shipped(card)
      await takeBack(1)
      await world.pass(day)
      expect(linesNow()).toEqual(["sold", "owed"])
      expect((await payment()).amountRefunded).toBe(0n)
    }
  )

  it("are owed if the bank reverses a succeeded refund", async () => {
    await shipped("refund_reversed")
    await takeBack(1)
    await world.work()
    await world.run(({ flow }) => flow.catchUp())
    expect(linesNow()).toEqual(["sold", "refunded"])
    await world.pass(1)
    expect(linesNow()).toEqual(["sold", "owed"])
  })
})
