import { sandboxAccounts } from "@payloom/testkit"
import { describe, expect, it } from "vitest"
import { openShop } from "./testing/openShop.ts"
import { idsOf } from "./testing/shopClient.ts"

const shop = await openShop()
for (let n = 0; n < 103; n++) {
  await shop.merchant.routing.createMid({
    name: `account ${n}`,
    provider: shop.box.provider.name,
    currencies: ["EUR"],
    credentials: sandboxAccounts.primary
  })
}
const card = await shop.saveCard("cascade_exhausted")
const { id, attempts } = (await shop.pay({ payment_instrument: card })).json
const all = attempts as ReadonlyArray<string>

const listed = (query: string) => shop.get(`/payments/${id}/attempts${query}`)

describe("limit on the list of a payment's attempts", () => {
  it("is 20 by default", async () => {
    const reply = await listed("")
    expect(idsOf(reply)).toEqual(all.slice(0, 20))
    expect(reply.json.has_more).toBe(true)
  })

  it("is reduced to 100 above 100", async () => {
    expect(all.length).toBeGreaterThan(101)
    for (const limit of ["100", "101", "1000000", "99999999999999999999999"]) {
      const reply = await listed(`?limit=${limit}`)
      expect([limit, reply.status, idsOf(reply)]).toEqual([limit, 200, all.slice(0, 100)])
    }
  })

  it("is refused as parameter_invalid if it is 0", async () => {
    const { status, error } = await listed("?limit=0")
    expect([status, error.code, error.param]).toEqual([422, "parameter_invalid", "limit"])
  })
})
