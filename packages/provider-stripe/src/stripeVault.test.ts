import { CardNotRecognized, VaultUnavailable } from "@payloom/core"
import { Effect } from "effect"
import Stripe from "stripe"
import { describe, expect, it, onTestFinished } from "vitest"
import { startFakeStripe } from "./fake/index.ts"
import { stripeVault } from "./stripeVault.ts"

const scope = { tenant: "tenant_1", mode: "test" } as never

const world = async () => {
  const fake = await startFakeStripe()
  onTestFinished(fake.close)
  const vault = stripeVault({
    ...fake.address,
    accountOf: (name) => fake.account(name),
    credentialsOf: () => "main"
  })
  const { apiKey } = fake.account()
  const api = new Stripe(apiKey, {
    ...fake.address,
    httpClient: Stripe.createFetchHttpClient(),
    telemetry: false
  })
  const card = { number: "4242424242424242", exp_month: 12, exp_year: 2049 }
  return {
    fake,
    api,
    /** Returns the PaymentMethod of Stripe's field. */
    typed: async () => (await api.paymentMethods.create({ type: "card", card })).id,
    store: (ciphertext: string, key = 1) =>
      Effect.runPromise(
        Effect.flip(
          Effect.flip(
            vault.store({ scope, ciphertext, fingerprintKey: new Uint8Array(32).fill(key) })
          )
        )
      ),
    forget: (vaultReference: string) =>
      Effect.runPromise(vault.forget?.({ scope, vaultReference }) ?? Effect.die("no forget")),
    refusal: (ciphertext: string) =>
      Effect.runPromise(
        Effect.flip(vault.store({ scope, ciphertext, fingerprintKey: new Uint8Array(32).fill(1) }))
      )
  }
}

describe("Stripe as a vault", () => {
  it("keeps the cards of a connected account there, and nowhere else", async () => {
    const { fake } = await world()
    const seller = fake.connected("seller")
    const vault = stripeVault({
      ...fake.address,
      accountOf: () => seller,
      credentialsOf: () => "seller"
    })
    const api = new Stripe(seller.apiKey, {
      ...fake.address,
      httpClient: Stripe.createFetchHttpClient(),
      telemetry: false
    })
    const card = { number: "4242424242424242", exp_month: 12, exp_year: 2049 }
    const there = { stripeAccount: seller.stripeAccount ?? "" }
    const { id } = await api.paymentMethods.create({ type: "card", card }, there)
    const fingerprintKey = new Uint8Array(32).fill(1)
    const kept = await Effect.runPromise(vault.store({ scope, ciphertext: id, fingerprintKey }))
    expect(kept.tokens).toMatchObject([{ credentials: "seller" }])
    const [, customer = ""] = kept.tokens?.[0]?.token.split(":") ?? []
    expect(await api.customers.retrieve(customer, {}, there)).toMatchObject({ id: customer })
    await expect(api.customers.retrieve(customer)).rejects.toThrow("No such customer")
  })

  it("deletes a card with its Customer, and leaves a Customer of the merchant's", async () => {
    const { store, typed, api, forget } = await world()
    const own = await store(await typed())
    const [, ownCustomer = ""] = own.tokens?.[0]?.token.split(":") ?? []
    await forget(own.vaultReference)
    await expect(api.customers.retrieve(ownCustomer)).rejects.toThrow("No such customer")
    expect((await api.paymentMethods.retrieve(own.vaultReference)).customer).toBeNull()
    const charge = { amount: 100, currency: "usd", payment_method: own.vaultReference }
    await expect(api.paymentIntents.create({ ...charge, confirm: true })).rejects.toThrow()
    const imported = await typed()
    const { id: customer } = await api.customers.create()
    await api.paymentMethods.attach(imported, { customer })
    await forget(imported)
    expect((await api.paymentMethods.retrieve(imported)).customer).toBeNull()
    expect(await api.customers.retrieve(customer)).toMatchObject({ id: customer })
  })

  it("deletes a card twice, and one that Stripe does not have", async () => {
    const { store, typed, forget } = await world()
    const { vaultReference } = await store(await typed())
    await forget(vaultReference)
    await forget(vaultReference)
    await forget("pm_unknown1")
  })

  it("keeps the card of its field, with a Customer of its own, for its account alone", async () => {
    const { store, typed, api } = await world()
    const id = await typed()
    const card = await store(id)
    expect(card).toMatchObject({
      vaultReference: id,
      brand: "visa",
      last4: "4242",
      expMonth: 12,
      expYear: 2049,
      funding: "credit",
      country: "US",
      chargeableBy: "token_accounts"
    })
    const [token, ...others] = card.tokens ?? []
    expect(others).toEqual([])
    expect(token).toMatchObject({ provider: "stripe", credentials: "main" })
    const { customer } = await api.paymentMethods.retrieve(id)
    expect(token?.token).toBe(`${id}:${customer}`)
  })

  it("stores the same card once if it is sent again after a lost answer", async () => {
    const { store, typed } = await world()
    const id = await typed()
    expect(await store(id)).toEqual(await store(id))
  })

  it("gives the same number one fingerprint for each tenant", async () => {
    const { store, typed } = await world()
    const [one, other] = [await store(await typed()), await store(await typed())]
    expect(other.fingerprint).toBe(one.fingerprint)
    expect(other.vaultReference).not.toBe(one.vaultReference)
    expect((await store(await typed(), 2)).fingerprint).not.toBe(one.fingerprint)
    expect(one.fingerprint).not.toContain("4242")
  })

  it("refuses a card of another Customer, even by its id", async () => {
    const { refusal, typed, api } = await world()
    const id = await typed()
    const { id: customer } = await api.customers.create({ metadata: { of: "another program" } })
    await api.paymentMethods.attach(id, { customer })
    expect(await refusal(id)).toBeInstanceOf(CardNotRecognized)
  })

  it.each(["pm_unknown", "tok_visa", "4242424242424242", "", "pm_1/../../v1/customers"])(
    "has no card of %j",
    async (ciphertext) => {
      const { refusal } = await world()
      expect(await refusal(ciphertext)).toBeInstanceOf(CardNotRecognized)
    }
  )

  it("fails if it can't be reached, and says nothing about the card", async () => {
    const { refusal, typed, fake } = await world()
    const id = await typed()
    fake.faults.breakDown(500)
    expect(await refusal(id)).toBeInstanceOf(VaultUnavailable)
    fake.faults.clear()
    fake.revoke("main")
    expect(await refusal(id)).toBeInstanceOf(VaultUnavailable)
  })
})
