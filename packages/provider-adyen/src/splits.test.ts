import { describe, expect, it } from "vitest"
import { startFakeAdyen } from "./fake/index.ts"
import { encryptedCard } from "./testing/adyenHarness.ts"
import { chargeRequest } from "./testing/chargeRequest.ts"
import { openAdyenShop } from "./testing/openAdyenShop.ts"
import { sentRequest } from "./testing/sentRequest.ts"

const bread = { account: "BA_BAKER", amount: 700n, reference: "bread" }
const beer = { account: "BA_BREWER", amount: 300n }
const splits = [bread, beer]

const open = async (
  fields: Parameters<Awaited<ReturnType<typeof openAdyenShop>>["pay"]>[1] = {}
) => {
  const world = await openAdyenShop()
  const { shop, pay, runDue, hear } = world
  const { id, attempts } = await pay("J. Payer", { splits, ...fields })
  let changes = 0
  const change = async (kind: "capture" | "refund", input: object) => {
    changes += 1
    await shop.payments[kind](id, input, { idempotencyKey: `change-${changes}` })
    await runDue()
    await hear()
    return shop.payments.retrieve(id)
  }
  return { ...world, id, attempt: attempts[0] ?? "", change }
}

describe("a payment with parts for balance accounts, at Adyen", () => {
  it("sends each part, and the rest as the platform's commission", async () => {
    const sent = await sentRequest(chargeRequest({ splits }))
    expect(sent.splits).toEqual([
      {
        type: "BalanceAccount",
        account: "BA_BAKER",
        amount: { value: 700 },
        reference: "bread"
      },
      {
        type: "BalanceAccount",
        account: "BA_BREWER",
        amount: { value: 300 },
        reference: "attempt_01J0000000000000000000000A_2"
      },
      {
        type: "Commission",
        amount: { value: 250 },
        reference: "attempt_01J0000000000000000000000A_commission"
      }
    ])
  })

  it("sends amounts in Adyen's own units, and no commission of zero", async () => {
    const part = { account: "BA_BAKER", amount: 1250n }
    const sent = await sentRequest(chargeRequest({ splits: [part], currency: "ISK" }))
    expect(sent.splits).toMatchObject([{ type: "BalanceAccount", amount: { value: 125_000 } }])
  })

  it("sends no splits without parts", async () => {
    expect(await sentRequest(chargeRequest())).not.toHaveProperty("splits")
  })

  it("is booked to the accounts, and the rest to the platform", async () => {
    const { fake } = await open()
    expect(fake.balances()).toEqual({
      BA_BAKER: { EUR: 700 },
      BA_BREWER: { EUR: 300 },
      liable: { EUR: 250 }
    })
  })

  it("pays the parts of a hold with its capture, also of less than was held", async () => {
    const { fake, change } = await open({ captureMethod: "manual" })
    expect(fake.balances()).toEqual({})
    expect(await change("capture", { amount: 1100n })).toMatchObject({ amountCaptured: 1100n })
    expect(fake.balances()).toEqual({
      BA_BAKER: { EUR: 700 },
      BA_BREWER: { EUR: 300 },
      liable: { EUR: 100 }
    })
  })
})

describe("a refund of such a payment", () => {
  it("is the platform's alone, also of the whole amount", async () => {
    const { fake, change } = await open()
    expect(await change("refund", {})).toMatchObject({ status: "refunded" })
    expect(fake.balances()).toEqual({
      BA_BAKER: { EUR: 700 },
      BA_BREWER: { EUR: 300 },
      liable: { EUR: -1000 }
    })
  })

  it("takes back exactly the parts that the engine books, under the payment's references", async () => {
    const { fake, change, shop, attempt } = await open()
    const refund = { amount: 333n, reverseSplits: true }
    expect(await change("refund", refund)).toMatchObject({ splitsReversed: 266n })
    const [made] = fake.events.all().filter(({ eventCode }) => eventCode === "REFUND")
    const [modification] = fake.modifications(made?.merchantReference ?? "")
    expect(modification?.splits).toEqual([
      { type: "BalanceAccount", account: "BA_BAKER", amount: { value: 186 }, reference: "bread" },
      {
        type: "BalanceAccount",
        account: "BA_BREWER",
        amount: { value: 80 },
        reference: `${attempt}_2`
      },
      { type: "Commission", amount: { value: 67 }, reference: `${attempt}_commission` }
    ])
    expect(await change("refund", { reverseSplits: true })).toMatchObject({
      splitsReversed: 1000n
    })
    expect(fake.balances()).toEqual({
      BA_BAKER: { EUR: 0 },
      BA_BREWER: { EUR: 0 },
      liable: { EUR: 0 }
    })
    const books = await shop.ledger.trialBalance()
    expect(books.find(({ account }) => account === "splits")?.balance).toBe(0n)
  })

  it("gives the accounts their parts again if it fails later", async () => {
    const { fake, change, hear, shop, id } = await open()
    await change("refund", { reverseSplits: true })
    const { merchantReference = "" } = fake.events.all().at(-1) ?? {}
    fake.dashboard.failRefund(merchantReference)
    await hear()
    expect(await shop.payments.retrieve(id)).toMatchObject({ status: "succeeded" })
    expect(fake.balances()).toMatchObject({ BA_BAKER: { EUR: 700 }, BA_BREWER: { EUR: 300 } })
    const books = await shop.ledger.trialBalance()
    expect(books.find(({ account }) => account === "splits")?.balance).toBe(1000n)
  })

  it("in Indonesian rupiahs takes whole units of Adyen's", async () => {
    const { fake, change } = await open({
      currency: "IDR",
      amount: 125_000n,
      splits: [{ account: "BA_BAKER", amount: 70_000n }]
    })
    await change("refund", { amount: 33_300n, reverseSplits: true })
    expect(fake.balances()).toEqual({ BA_BAKER: { IDR: 514 }, liable: { IDR: 403 } })
  })
})

describe("the fake's splits", () => {
  const part = (more: object = {}) => ({
    type: "BalanceAccount",
    account: "BA_BAKER",
    amount: { value: 1250 },
    reference: "bread",
    ...more
  })
  const send = async (path: string, body: object) => {
    const fake = await startFakeAdyen()
    const pay = async (to: string, fields: object) => {
      const { apiKey, merchantAccount } = fake.account()
      const response = await fetch(`${fake.url}/v72/${to}`, {
        method: "POST",
        headers: { "x-api-key": apiKey },
        body: JSON.stringify({
          merchantAccount,
          reference: "order-1",
          amount: { value: 1250, currency: "EUR" },
          returnUrl: "https://shop.example/back",
          paymentMethod: encryptedCard(),
          ...fields
        })
      })
      return response.json()
    }
    const paid = await pay("payments", path === "payments" ? body : { splits: [part()] })
    const answer =
      path === "payments" ? paid : await pay(`payments/${paid.pspReference}/refunds`, body)
    const balances = fake.balances()
    await fake.close()
    return { answer, balances }
  }

  it.each([
    ["don't add up to the amount", [part({ amount: { value: 1249 } })]],
    ["have an unknown type", [part({ type: "Unheard" })]],
    ["lack the account", [part({ account: undefined })]],
    ["lack the reference", [part({ reference: undefined })]],
    ["lack the amount", [part({ amount: undefined })]],
    ["are in another currency", [part({ amount: { value: 1250, currency: "USD" } })]]
  ])("are refused if they %s", async (_, given) => {
    const { answer } = await send("payments", { splits: given })
    expect(answer).toMatchObject({ status: 422, errorType: "validation" })
  })

  it.each([
    ["an account without a part", part({ account: "BA_OTHER" })],
    ["another reference", part({ reference: "cake" })]
  ])("are refused in a refund from %s", async (_, given) => {
    const { answer } = await send("refunds", { splits: [given] })
    expect(answer).toMatchObject({ status: 422, errorType: "validation" })
  })

  it("are those of the payment in a whole refund without them, and none in a partial one", async () => {
    expect((await send("refunds", {})).balances.BA_BAKER).toEqual({ EUR: 0 })
    const partial = await send("refunds", { amount: { value: 250, currency: "EUR" } })
    expect(partial.balances).toEqual({ BA_BAKER: { EUR: 1250 }, liable: { EUR: -250 } })
  })
})
