import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { auditedShops } from "./testing/auditedShops.ts"
import { openCheckout } from "./testing/openCheckout.ts"
import { minute } from "./testing/openShop.ts"

const open = auditedShops()

/** Answers of plain JavaScript in place of a valid answer of a 3DS server. */
const answers: ReadonlyArray<readonly [name: string, answer: () => unknown]> = [
  ["undefined", () => undefined],
  ["a promise", async () => ({ _tag: "NotEnrolled" })],
  ["a promise that fails", () => Promise.reject(new Error("refused"))],
  ["an unknown answer", () => Effect.succeed({ _tag: "Perhaps" })],
  ["an effect of nothing", () => Effect.succeed(undefined)],
  ["an effect that never ends", () => Effect.never]
]

/** Opens a checkout in a shop whose 3DS server answers a call in this way. */
const openWith = async (call: "authenticate" | "result", answer: () => unknown) => {
  const shop = await open()
  Object.assign(shop.box.threeDs, { [call]: answer })
  await shop.restart()
  return { shop, checkout: await openCheckout(shop) }
}

describe("a 3DS server with an invalid answer, or none", () => {
  it.each(answers)(
    "does not prevent the charge, which has no authentication: %s",
    async (_, answer) => {
      const { shop, checkout } = await openWith("authenticate", answer)
      expect(await checkout.confirm("approved")).toMatchObject({ status: "succeeded" })
      expect(shop.requests).toMatchObject([{ threeDs: null }])
    }
  )

  it.each(answers)(
    "leaves the payer at the challenge until its time is over: %s",
    async (_, answer) => {
      const { shop, checkout } = await openWith("result", answer)
      const { action } = await checkout.confirm("three_ds_challenge")
      const challenge = action?.type === "three_ds_challenge" ? action.session : ""
      expect(await checkout.returnFromRedirect(challenge)).toMatchObject({
        status: "requires_action"
      })
      await shop.elapse(20 * minute)
      expect(await checkout.payer().status()).toMatchObject({ status: "declined" })
      expect(shop.requests).toEqual([])
    }
  )
})
