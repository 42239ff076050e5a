import type { RoutingRule } from "@payloom/core"
import { describe, expect, it } from "vitest"
import { auditedShops } from "./testing/auditedShops.ts"
import { challengeOf, openCheckout } from "./testing/openCheckout.ts"
import type { Shop } from "./testing/openShop.ts"

const open = auditedShops()

type Rule = Pick<RoutingRule, "conditions"> & Partial<Pick<RoutingRule, "authentication">>

/** Sets rules, each to the MID at its place. */
const rules = (shop: Shop, ...given: ReadonlyArray<Rule>) =>
  shop.shop().routing.setRules(
    given.map((rule, at) => ({
      name: `rule ${at}`,
      order: "listed",
      ...rule,
      targets: [{ mid: shop.mids[at] ?? "", weight: 0 }]
    }))
  )

const sent = (shop: Shop) =>
  shop.requests.map(({ threeDs, exemption }) => [threeDs?.flow ?? null, exemption ?? null])

describe("a routing rule's authentication", () => {
  it("may require a challenge of a payer whom the issuer would not challenge", async () => {
    const shop = await open()
    await rules(shop, {
      conditions: { amountFrom: 1000n },
      authentication: { threeDs: "required" }
    })
    const checkout = await openCheckout(shop)
    const asked = await checkout.confirm("three_ds_frictionless")
    const challenge = challengeOf(asked)
    await shop.run(shop.box.answerChallenge(challenge, true))
    expect(await checkout.returnFromRedirect(challenge)).toMatchObject({ status: "succeeded" })
    expect(sent(shop)).toEqual([["challenge", null]])
    const small = await openCheckout(shop, { amount: 999n, currency: "EUR" })
    expect(await small.confirm("three_ds_frictionless")).toMatchObject({ status: "succeeded" })
    expect(sent(shop).at(-1)).toEqual(["frictionless", null])
  })

  it("may skip the authentication", async () => {
    const shop = await open()
    await rules(shop, { conditions: {}, authentication: { threeDs: "skip" } })
    const checkout = await openCheckout(shop)
    expect(await checkout.confirm("three_ds_challenge")).toMatchObject({ status: "succeeded" })
    expect(sent(shop)).toEqual([[null, null]])
  })

  it("may request an exemption with the charge, which the explanation shows", async () => {
    const shop = await open()
    await rules(shop, {
      conditions: { amountTo: 3000n },
      authentication: { exemption: "low_value" }
    })
    const checkout = await openCheckout(shop)
    expect(await checkout.confirm("three_ds_challenge")).toMatchObject({ status: "succeeded" })
    expect(sent(shop)).toEqual([[null, "low_value"]])
    const payment = (await checkout.retrieve()).payment ?? ""
    const [attempt] = await shop.shop().payments.explain(payment)
    expect(attempt?.exemption).toBe("low_value")
  })

  it("authenticates the payer if the issuer refuses the exemption, and charges again without it", async () => {
    const shop = await open()
    await rules(shop, { conditions: {}, authentication: { exemption: "low_value" } })
    const checkout = await openCheckout(shop)
    const asked = await checkout.confirm("step_up")
    const challenge = challengeOf(asked)
    await shop.run(shop.box.answerChallenge(challenge, true))
    expect(await checkout.returnFromRedirect(challenge)).toMatchObject({ status: "succeeded" })
    expect(sent(shop)).toEqual([
      [null, "low_value"],
      ["challenge", null]
    ])
  })

  it("is chosen by the country that the payer entered", async () => {
    const shop = await open()
    const authentication = { threeDs: "skip" } as const
    await rules(shop, { conditions: { countries: ["US"] }, authentication })
    const [american, german] = [await openCheckout(shop), await openCheckout(shop)]
    const billing = (country: string) => ({ billingAddress: { country } })
    await american.confirm("three_ds_frictionless", undefined, billing("us"))
    await german.confirm("three_ds_frictionless", undefined, billing("DE"))
    expect(sent(shop)).toEqual([
      [null, null],
      ["frictionless", null]
    ])
  })

  it("is refused if it has an exemption and an authentication", async () => {
    const shop = await open()
    const authentication = { threeDs: "required", exemption: "low_value" } as const
    await expect(rules(shop, { conditions: {}, authentication })).rejects.toMatchObject({
      _tag: "InvalidInput",
      param: "0.authentication.exemption"
    })
  })
})

describe("a condition on the authentication", () => {
  it("routes authenticated payers to another account than others", async () => {
    const shop = await open()
    const authenticated = { conditions: { threeDs: ["authenticated", "attempted"] } } as const
    await rules(shop, authenticated, { conditions: { threeDs: ["none"] } })
    const [first, second] = shop.mids
    const [safe, plain] = [await openCheckout(shop), await openCheckout(shop)]
    await safe.confirm("three_ds_frictionless")
    await plain.confirm("approved")
    await shop.pay("approved")
    expect(shop.requests.map(({ mid }) => mid.id)).toEqual([first, second, second])
    const payment = (await safe.retrieve()).payment ?? ""
    const [attempt] = await shop.shop().payments.explain(payment)
    expect(attempt?.facts.threeDs).toBe("authenticated")
  })
})
