import { describe, expect, it } from "vitest"
import { openAccounts } from "./testing/openAccounts.ts"

describe("a cascade from one Stripe account to another", () => {
  it("goes on though Stripe advises to try again later, and is approved there", async () => {
    const { fake, pay, shop } = await openAccounts(["first", "second"])
    const later = { advice_code: "try_again_later", network_advice_code: "02" }
    fake.declines("first", { decline_code: "processing_error", ...later })
    const payment = await pay()
    expect(payment).toMatchObject({ status: "succeeded", decline: null })
    const attempts = await shop.payments.explain(payment.id)
    expect(attempts).toMatchObject([
      {
        status: "declined",
        rawCode: "processing_error",
        decline: { category: "technical", advice: "retry_later" }
      },
      { status: "captured" }
    ])
  })

  it.each([
    ["do_not_try_again", undefined],
    ["try_again_later", "03"],
    [undefined, "21"]
  ])("stops where one of both codes says never: %s, %s", async (advice_code, network) => {
    const { fake, pay } = await openAccounts(["first", "second"])
    fake.declines("first", {
      decline_code: "processing_error",
      ...(advice_code && { advice_code }),
      ...(network && { network_advice_code: network })
    })
    expect(await pay()).toMatchObject({
      status: "declined",
      decline: { category: "hard", advice: "do_not_retry" }
    })
    expect(fake.allPayments("second")).toEqual([])
  })

  it("has the advice on the payment where no other account approves it", async () => {
    const { fake, pay } = await openAccounts(["first", "second"])
    for (const name of ["first", "second"]) {
      fake.declines(name, { decline_code: "processing_error", advice_code: "try_again_later" })
    }
    expect(await pay()).toMatchObject({ status: "declined", decline: { advice: "retry_later" } })
    expect(fake.allPayments("second")).toHaveLength(1)
  })
})
