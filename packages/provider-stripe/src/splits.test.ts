import type { ModificationRequest, Split } from "@payloom/core"
import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { openNotifications } from "./testing/openNotifications.ts"

const part: Split = { account: "acct_baker", amount: 700n, reference: "bread" }

const openSplit = async (splits: ReadonlyArray<Split> = [part], account = "main") => {
  const opened = await openNotifications()
  const { provider, charge, mid, fake } = opened
  const token = "pm_card_visa"
  const source = { _tag: "Vaulted", vaultReference: token, token } as const
  if (account === "seller") opened.accounts.seller = fake.connected("seller", "main")
  const made = await charge({ source, splits, mid: mid(account) })
  const providerReference = made._tag === "Approved" ? made.providerReference : ""
  const refund = (changes: Partial<ModificationRequest>) =>
    Effect.runPromise(
      provider.refund({
        reference: "refund_1",
        charge: { mid: mid(account), reference: "attempt_1", providerReference },
        amount: 500n,
        currency: "EUR",
        sendBefore: Date.now() + 60_000,
        ...changes
      })
    )
  return { fake, provider, made, refund }
}

describe("a payment with a part for another account, at Stripe", () => {
  it("transfers the part to the connected account", async () => {
    const { fake, made } = await openSplit()
    expect(made).toMatchObject({ _tag: "Approved", amount: 1250n })
    expect(fake.payments("attempt_1")[0]?.payment.transfer_data).toEqual({
      destination: "acct_baker",
      amount: 700
    })
  })

  it("takes its share of a refund back only if the merchant asks for it", async () => {
    const { fake, refund } = await openSplit()
    expect(await refund({})).toMatchObject({ _tag: "Succeeded" })
    expect(await refund({ reference: "refund_2", reversesSplits: true })).toMatchObject({
      _tag: "Succeeded"
    })
    const made = fake.payments("attempt_1")[0]?.refunds ?? []
    expect(made.map(({ transfer_reversal }) => transfer_reversal)).toEqual([
      null,
      expect.stringMatching(/^trr_/)
    ])
  })

  it("is offered for one part: routing skips Stripe for more", async () => {
    const { provider } = await openSplit()
    expect(provider.capabilities.splits).toBe("one")
  })

  it.each([
    ["several parts", [part, part], "main"],
    ["a charge on a connected account", [part], "seller"]
  ] as const)("is refused before anything is sent for %s", async (_, splits, account) => {
    const { fake, made } = await openSplit(splits, account)
    expect(made).toMatchObject({ _tag: "AccountUnavailable", rawCode: "splits" })
    expect(fake.payments("attempt_1")).toEqual([])
  })

  it("is the account's fault if Stripe doesn't know the other account", async () => {
    const { made } = await openSplit([{ ...part, account: "baker" }])
    expect(made).toMatchObject({ _tag: "AccountUnavailable", rawCode: "resource_missing" })
  })
})
