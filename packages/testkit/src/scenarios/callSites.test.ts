import { type Merchant, Payloom } from "@payloom/core"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { sandbox } from "../sandbox/sandbox.ts"
import { memory } from "../storage/memory.ts"

let payloom: Payloom
let shop: Merchant
beforeEach(async () => {
  const box = sandbox()
  payloom = await Payloom.make({ ...box.setup, storage: memory(), workers: false })
  shop = await box.openShop(payloom)
})
afterEach(() => payloom.close())

/** Returns the stack of the error of a call. */
const stackOf = async (call: () => Promise<unknown>): Promise<string> => {
  const error: unknown = await call().then(undefined, (reason: unknown) => reason)
  return error instanceof Error ? (error.stack ?? "") : ""
}

describe("the stack of a refused call", () => {
  it("names the line of the calling program once", async () => {
    const buy = async () => await shop.payments.retrieve("payment_01M82D9P50B75NS972RKAWT0DZ")
    const stack = await stackOf(buy)
    expect(stack).toMatch(/^ResourceNotFound: This tenant has no payment/)
    expect(stack.match(/at (async )?buy \(/g)).toHaveLength(1)
    expect(stack.indexOf("getPayment")).toBeLessThan(stack.indexOf("buy ("))
  })

  it("names it for invalid input, of tenants and of payers", async () => {
    const give = async () => await payloom.tenants.create({ displayName: 1 } as never)
    expect(await stackOf(give)).toMatch(/^InvalidInput: .*at (async )?give \(/s)
    const payer = payloom.payer({ publishableKey: "pk", sessionToken: "t" })
    const look = async () => await payer.read()
    expect(await stackOf(look)).toMatch(/^ApiKeyInvalid: .*at (async )?look \(/s)
  })

  it("names it for a walk through a list, at the refused page", async () => {
    const walk = async () => {
      for await (const _ of shop.payments.iterate({ created: "x" } as never)) return
    }
    expect(await stackOf(walk)).toMatch(/^InvalidInput: .*at (async )?walk \(/s)
  })
})
