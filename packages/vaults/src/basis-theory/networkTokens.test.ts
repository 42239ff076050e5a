import { startDestination } from "@payloom/testkit/fake-provider"
import { describe, expect, it, onTestFinished } from "vitest"
import { startFakeBasisTheory } from "../fake/index.ts"
import { mustStore, typedCard } from "../testing/storeIn.ts"
import { basisTheory } from "./basisTheory.ts"

const open = async (networkTokens = true) => {
  const [fake, destination] = [await startFakeBasisTheory(), await startDestination()]
  onTestFinished(async () => {
    await fake.close()
    await destination.close()
  })
  const hosts = [new URL(destination.url).host]
  return { fake, destination, ...basisTheory({ ...fake.options, hosts, networkTokens }) }
}

describe("a card with a network token at Basis Theory", () => {
  it("is described with the token's last digits and date, which aren't the card's", async () => {
    const { fake, vault } = await open()
    const card = await mustStore(vault, await fake.encryptCard(typedCard))
    const [made] = fake.networkTokens()
    expect(card.networkToken).toEqual({
      last4: made?.data.number.slice(-4),
      expMonth: typedCard.expMonth,
      expYear: typedCard.expYear
    })
    expect(card.last4).toBe(typedCard.number.slice(-4))
    expect(made?.data.number).not.toBe(typedCard.number)
  })

  it("is sent by the token's number, with a new cryptogram for each payer's charge", async () => {
    const { fake, vault, relay, destination } = await open()
    const { vaultReference } = await mustStore(vault, await fake.encryptCard(typedCard))
    const [made] = fake.networkTokens()
    for (const networkToken of [
      "with_cryptogram",
      "with_cryptogram",
      "without_cryptogram"
    ] as const) {
      const marks = await relay.marksOf(vaultReference, { networkToken })
      const body = JSON.stringify(marks.networkToken)
      await relay.fetch(`${destination.url}/payments`, { method: "POST", body })
    }
    const sent = destination.received().map(({ body }) => JSON.parse(body))
    const { number, expiration_month, expiration_year } = made?.data ?? {}
    const month = String(expiration_month).padStart(2, "0")
    const token = { number, expiryMonth: month, expiryYear: String(expiration_year), brand: "visa" }
    expect(sent).toEqual([
      { ...token, cryptogram: made?.cryptograms[0], eci: "07" },
      { ...token, cryptogram: made?.cryptograms[1], eci: "07" },
      { ...token, cryptogram: null, eci: null }
    ])
    expect(new Set(made?.cryptograms).size).toBe(2)
  })

  it("has the ECI of its cryptogram, and none without a cryptogram", async () => {
    const { fake, vault, relay } = await open()
    const { vaultReference } = await mustStore(vault, await fake.encryptCard(typedCard))
    const eciOf = async (networkToken: "with_cryptogram" | "without_cryptogram") =>
      (await relay.marksOf(vaultReference, { networkToken })).networkToken?.eci
    expect(await eciOf("with_cryptogram")).toBe("07")
    expect(await eciOf("without_cryptogram")).toBeNull()
  })

  it("still has the marks of its number", async () => {
    const { fake, vault, relay, destination } = await open()
    const { vaultReference } = await mustStore(vault, await fake.encryptCard(typedCard))
    const { number } = await relay.marksOf(vaultReference)
    await relay.fetch(destination.url, { method: "POST", body: JSON.stringify({ number }) })
    expect(destination.received()[0]?.body).toBe(JSON.stringify({ number: typedCard.number }))
  })

  it("has one network token if the card is stored twice", async () => {
    const { fake, vault } = await open()
    const id = await fake.encryptCard(typedCard)
    const [first, second] = [await mustStore(vault, id), await mustStore(vault, id)]
    expect(second).toEqual(first)
    expect(fake.networkTokens()).toHaveLength(1)
  })

  it("never has the network token of another card, whose id the page wrote into its metadata", async () => {
    const { fake, vault, relay, destination } = await open()
    const othersId = await fake.encryptCard({ ...typedCard, number: "4242424242424242" })
    await mustStore(vault, othersId)
    const [other] = fake.networkTokens()
    const signed = fake.token(othersId).metadata.payloom_network_token ?? ""
    for (const [times, text] of [other?.id ?? "", signed].entries()) {
      const id = await fake.encryptCard(typedCard)
      fake.token(id).metadata.payloom_network_token = text
      const { vaultReference } = await mustStore(vault, id)
      const marks = await relay.marksOf(vaultReference, { networkToken: "with_cryptogram" })
      await relay.fetch(destination.url, { method: "POST", body: `${marks.networkToken?.number}` })
      const own = fake.networkTokens()[times + 1]?.data.number
      expect(destination.received().at(-1)?.body).toBe(own)
    }
    expect(other?.cryptograms).toEqual([])
  })

  it("has no marks of a token that is suspended, or that Basis Theory can't look up", async () => {
    const { fake, vault, relay } = await open()
    const { vaultReference } = await mustStore(vault, await fake.encryptCard(typedCard))
    const marksNow = () => relay.marksOf(vaultReference, { networkToken: "without_cryptogram" })
    const [made] = fake.networkTokens()
    if (made !== undefined) made.status = "suspended"
    expect(await marksNow()).toMatchObject({ networkToken: null })
    if (made !== undefined) made.status = "active"
    expect(await marksNow()).not.toMatchObject({ networkToken: null })
    fake.faults.breakDown(503)
    expect(await marksNow()).toMatchObject({ networkToken: null })
  })
})

describe("a card without a network token at Basis Theory", () => {
  it("is stored all the same if its scheme gives none", async () => {
    const { fake, vault, relay } = await open()
    const amex = await fake.encryptCard({ ...typedCard, number: "371449635398431" })
    const { vaultReference, networkToken } = await mustStore(vault, amex)
    expect(networkToken).toBeUndefined()
    const marks = await relay.marksOf(vaultReference, { networkToken: "with_cryptogram" })
    expect(marks).not.toHaveProperty("networkToken")
  })

  it("is stored without one unless the option asks for them", async () => {
    const { fake, vault } = await open(false)
    const { networkToken } = await mustStore(vault, await fake.encryptCard(typedCard))
    expect([networkToken, fake.networkTokens()]).toEqual([undefined, []])
  })
})
