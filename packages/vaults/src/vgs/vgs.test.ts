import { describe, expect, it, onTestFinished } from "vitest"
import { type FakeVgsOptions, startFakeVgs } from "../fake/index.ts"
import { mustStore, releaseIn, storeIn, typedCard } from "../testing/storeIn.ts"
import { vgs } from "./vgs.ts"

const open = async (options?: FakeVgsOptions) => {
  const fake = await startFakeVgs(options)
  onTestFinished(fake.close)
  const asked: Array<string> = []
  const counting: typeof fetch = (address, init) => {
    asked.push(new URL(String(address)).pathname)
    return fetch(address, init)
  }
  const created = vgs({ ...fake.options, hosts: ["api.stripe.com"], fetch: counting })
  return { fake, asked, ...created }
}

describe("a card of VGS", () => {
  it("is described by its attributes, with a year of four digits", async () => {
    const { fake, vault } = await open()
    const number = "5200828282828210"
    expect(await storeIn(vault, await fake.encryptCard({ ...typedCard, number }))).toMatchObject({
      brand: "mastercard",
      funding: "credit",
      country: "DE",
      expMonth: 3,
      expYear: 2041
    })
  })

  it("makes the vault unavailable if the service account may read card numbers", async () => {
    const { fake, vault } = await open({ readsNumbers: true })
    const answer = await storeIn(vault, await fake.encryptCard(typedCard))
    expect(answer).toMatchObject({ _tag: "VaultUnavailable" })
    expect(String("cause" in answer && answer.cause)).toMatch(/cards:read-pci/)
  })

  it("has no code any more if it is stored again after its release", async () => {
    const { fake, vault, relay } = await open()
    const id = await fake.encryptCard(typedCard)
    const { vaultReference } = await mustStore(vault, id)
    await releaseIn(vault, vaultReference)
    await mustStore(vault, id)
    expect(await relay.marksOf(vaultReference)).toMatchObject({ securityCode: null })
  })

  it("of another vault has no marks, and its release does nothing", async () => {
    const { vault, relay } = await open()
    await releaseIn(vault, "card_of_another_vault")
    await expect(relay.marksOf("card_of_another_vault")).rejects.toThrow("in no vault at VGS")
  })
})

describe("an access token of VGS", () => {
  it("is used for many calls, also for calls at the same time", async () => {
    const { fake, vault, asked } = await open()
    const ids = await Promise.all([1, 2, 3].map(() => fake.encryptCard(typedCard)))
    await Promise.all(ids.map((id) => mustStore(vault, id)))
    expect(asked.filter((path) => path === "/auth")).toHaveLength(1)
  })

  it("is requested again after VGS did not accept it", async () => {
    const { fake, vault, asked } = await open()
    const id = await fake.encryptCard(typedCard)
    fake.faults.next({ _tag: "fails_before", status: 401 }, "lookup")
    expect(await storeIn(vault, id)).toMatchObject({ _tag: "VaultUnavailable" })
    await mustStore(vault, id)
    expect(asked.filter((path) => path === "/auth")).toHaveLength(2)
  })

  it("that can't be had makes the vault unavailable, and is requested again", async () => {
    const { fake, vault } = await open()
    const id = await fake.encryptCard(typedCard)
    fake.faults.next({ _tag: "fails_before", status: 503 }, "other")
    expect(await storeIn(vault, id)).toMatchObject({ _tag: "VaultUnavailable" })
    await mustStore(vault, id)
  })
})
