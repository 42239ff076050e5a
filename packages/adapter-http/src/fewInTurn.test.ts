import { setImmediate } from "node:timers/promises"
import { describe, expect, it } from "vitest"
import { createHandler } from "./createHandler.ts"
import { fewInTurn } from "./fewInTurn.ts"
import { createSession, openCheckoutShop } from "./testing/openCheckout.ts"

describe("requests of which few begin in one turn", () => {
  it.each([
    [1, [1, 2, 3, 4, 5]],
    [2, [2, 4, 5, 5, 5]],
    [8, [5, 5, 5, 5, 5]]
  ])("begin in their order, at most %d in a turn", async (most, expected) => {
    const turn = fewInTurn(most)
    const begun: Array<number> = []
    for (const nth of [1, 2, 3, 4, 5]) void turn().then(() => begun.push(nth))
    const seen: Array<number> = []
    for (let turns = 0; turns < expected.length; turns++) {
      await setImmediate()
      seen.push(begun.length)
    }
    expect(seen).toEqual(expected)
    expect(begun).toEqual([1, 2, 3, 4, 5])
  })

  it("begin although all earlier ones have begun", async () => {
    const turn = fewInTurn(1)
    await turn()
    await turn()
    await Promise.all([turn(), turn()])
  })
})

describe("requests that arrive at once", () => {
  it.each([
    ["lists", 1],
    ["payers", 8],
    ["merchants", 16]
  ] as const)("begin a few in each turn: %s, at most %d", async (kind, most) => {
    const { begun, sent } = await countedShop()
    const answers = Array.from({ length: 40 }, sent[kind])
    const perTurn: Array<number> = []
    for (let before = 0; before < 40; before = begun()) {
      await setImmediate()
      perTurn.push(begun() - before)
    }
    expect(Math.max(...perTurn)).toBe(most)
    const statuses = (await Promise.all(answers)).map(({ status }) => status)
    expect(statuses).toEqual(Array.from({ length: 40 }, () => 200))
  })
})

/** Opens a shop that counts the requests that were authenticated. */
const countedShop = async () => {
  const shop = await openCheckoutShop()
  const { session_token } = await createSession(shop)
  const { services } = shop.payloom
  let count = 0
  const counting =
    <A, B>(call: (given: A) => B) =>
    (given: A): B => {
      count += 1
      return call(given)
    }
  const handler = createHandler({
    close: shop.payloom.close,
    services: {
      ...services,
      tenants: { ...services.tenants, authenticate: counting(services.tenants.authenticate) },
      payer: { ...services.payer, identify: counting(services.payer.identify) }
    }
  })
  const get = (path: string, key: string, more: Readonly<Record<string, string>> = {}) =>
    handler(
      new Request(`http://localhost${path}`, {
        headers: { Authorization: `Bearer ${key}`, ...more }
      })
    )
  const { secretKey, publishableKey } = shop
  const customer = await shop.post("/customers", {})
  return {
    begun: () => count,
    sent: {
      lists: () => get("/payments", secretKey),
      payers: () => get("/session", publishableKey, { "Session-Token": String(session_token) }),
      merchants: () => get(`/customers/${customer.json.id}`, secretKey)
    }
  }
}
