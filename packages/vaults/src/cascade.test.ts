import { startFakeAdyen } from "@payloom/provider-adyen/testing"
import { startFakeStripe } from "@payloom/provider-stripe/testing"
import { describe, expect, it, onTestFinished } from "vitest"
import { hostsOf, openShop, type Providers, payWith } from "./testing/openShop.ts"
import { startFakeOf, type VaultName, vaultNames, vaultOf } from "./testing/vaultFakes.ts"

const card = { number: "4000056655665556", expMonth: 3, expYear: 2041, cvc: "737" }

/** Starts fakes of a vault and of both providers, and a shop that uses them. */
const openWorld = async (name: VaultName) => {
  const [fake, atStripe, atAdyen] = [
    await startFakeOf[name](),
    await startFakeStripe(),
    await startFakeAdyen()
  ]
  const providers: Providers = {
    stripe: { address: atStripe.address, account: atStripe.account() },
    adyen: { url: atAdyen.url, account: atAdyen.account() }
  }
  const { payloom, shop } = await openShop(
    vaultOf[name](fake.options, hostsOf(providers)),
    providers
  )
  onTestFinished(async () => {
    await payloom.close()
    for (const { close } of [fake, atStripe, atAdyen]) await close()
  })
  return { fake, atStripe, atAdyen, payloom, shop }
}

describe.each(vaultNames)("one saved card of %s at two providers", (name) => {
  it("is charged at Adyen after Stripe's account could not charge it", async () => {
    const { fake, atStripe, atAdyen, shop } = await openWorld(name)
    atStripe.declineCards("main", {
      decline_code: "processing_error",
      advice_code: "try_again_later"
    })
    const { payment, attempts, card: saved } = await payWith(shop, await fake.encryptCard(card))
    expect(saved).toMatchObject({ card: { brand: "visa", last4: "5556", expYear: 2041 } })
    expect(payment.status).toBe("succeeded")
    expect(attempts).toMatchObject([
      { provider: "stripe", status: "declined", rawCode: "processing_error" },
      { provider: "adyen", status: "captured" }
    ])
    const [charged] = atAdyen.allPayments()
    expect(charged).toMatchObject({ status: "authorised", card: { number: card.number } })
    expect(atStripe.allPayments()).toHaveLength(1)
  })

  it("is charged at Stripe alone if Stripe approves", async () => {
    const { fake, atAdyen, shop } = await openWorld(name)
    const { payment, attempts } = await payWith(shop, await fake.encryptCard(card))
    expect(payment.status).toBe("succeeded")
    expect(attempts.map(({ provider }) => provider)).toEqual(["stripe"])
    expect(atAdyen.allPayments()).toEqual([])
  })

  it("is declined by Stripe for its own number, so the number arrived there", async () => {
    const { fake, shop } = await openWorld(name)
    const poor = await fake.encryptCard({ ...card, number: "4000000000009995" })
    const { payment, attempts } = await payWith(shop, poor)
    expect(payment).toMatchObject({ status: "declined", decline: { code: "insufficient_funds" } })
    expect(attempts).toMatchObject([{ provider: "stripe", rawCode: "insufficient_funds" }])
  })

  it("is charged once at Adyen if the answer is lost, and the payment stays open", async () => {
    const { fake, atStripe, atAdyen, shop } = await openWorld(name)
    atStripe.declineCards("main", { decline_code: "processing_error" })
    atAdyen.faults.next({ _tag: "drops_after" }, "charge")
    const { payment } = await payWith(shop, await fake.encryptCard(card))
    expect(payment.status).toBe("processing")
    expect(atAdyen.allPayments()).toHaveLength(1)
  })

  it("goes to the next account if the vault refuses to send it to Stripe", async () => {
    const { fake, atStripe, atAdyen, shop } = await openWorld(name)
    fake.refuseToRelay(401)
    const { payment, attempts } = await payWith(shop, await fake.encryptCard(card))
    // Creating a payment method at Stripe moves no money, so nothing is open there.
    const reason = expect.stringMatching(`${name} (refused|answered).* HTTP 401`)
    expect(attempts[0]).toMatchObject({ provider: "stripe", status: "failed", reason })
    expect(payment.status).toBe("succeeded")
    expect([atStripe.allPayments().length, atAdyen.allPayments().length]).toEqual([0, 1])
  })

  it("has its security code for both accounts of a payer's checkout, and none afterwards", async () => {
    const { fake, atStripe, atAdyen, payloom, shop } = await openWorld(name)
    atStripe.declineCards("main", { decline_code: "processing_error" })
    const session = await shop.checkout.create(
      { amount: 1250n, currency: "EUR" },
      { idempotencyKey: "session" }
    )
    const key = await payloom.tenants.createApiKey(shop.scope, "publishable")
    const payer = payloom.payer({
      publishableKey: key.secret,
      sessionToken: session.sessionToken ?? ""
    })
    const ciphertext = await fake.encryptCard(card)
    const { status } = await payer.confirm({ method: "card", card: { ciphertext } })
    expect(status).toBe("succeeded")
    expect(atAdyen.allPayments()).toMatchObject([{ data: { cvcResult: "1 Matches" } }])

    while ((await payloom.runDue()) > 0);
    const customer = await shop.customers.create({}, { idempotencyKey: "customer" })
    const { id } = await shop.paymentInstruments.create(
      { customer: customer.id, checkoutSession: session.id },
      { idempotencyKey: "card" }
    )
    await shop.payments.create(
      { amount: 500n, currency: "EUR", type: "one_off", paymentInstrument: id },
      { idempotencyKey: "later" }
    )
    expect(atAdyen.allPayments()[1]).toMatchObject({
      data: { cvcResult: "6 No CVC/CVV provided" }
    })
  })
})
