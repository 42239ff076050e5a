import { readDecline } from "@payloom/core"
import { describe, expect, it } from "vitest"
import { adyenDeclines } from "./adyenDeclines.ts"
import { payBy } from "./testing/payBy.ts"

const base = "https://shop.example/back?order="
const addressOf = (length: number): string => base.padEnd(length, "7a")

describe("a return URL for Adyen", () => {
  it("of 1,024 characters is sent, and a longer one declines the charge without an alert", async () => {
    const longest = await payBy("ideal", {}, {}, addressOf(1024))
    expect(longest.view.status).toBe("requires_action")

    const { view, sent, alerts, shop, paymentOf } = await payBy("ideal", {}, {}, addressOf(1025))
    expect(view).toMatchObject({ status: "declined", decline: { category: "configuration" } })
    expect(sent()).toEqual([])
    expect(alerts).toEqual([])
    const [attempt] = await shop.payments.explain((await paymentOf()).id)
    expect(attempt).toMatchObject({
      rawCode: "return_url_too_long",
      message: "The return URL has over 1,024 characters."
    })
  })

  it("that is too long is retried at another provider only", () => {
    const meaning = readDecline(adyenDeclines, "return_url_too_long", null)
    expect(meaning.decision).toBe("other_provider")
  })
})
