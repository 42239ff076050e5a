import { startDestination } from "@payloom/testkit/fake-provider"
import { describe, expect, it, onTestFinished } from "vitest"
import { type FakeBasisTheoryOptions, startFakeBasisTheory } from "../fake/index.ts"
import { mustStore, releaseIn, storeIn, typedCard } from "../testing/storeIn.ts"
import { basisTheory } from "./basisTheory.ts"
import { defused, defusedBody } from "./expressions.ts"

const open = async (options?: FakeBasisTheoryOptions) => {
  const [fake, destination] = [await startFakeBasisTheory(options), await startDestination()]
  onTestFinished(async () => {
    await fake.close()
    await destination.close()
  })
  const hosts = [new URL(destination.url).host]
  return { fake, destination, ...basisTheory({ ...fake.options, hosts }) }
}

describe("a token of Basis Theory", () => {
  it("is described by its card details", async () => {
    const { fake, vault } = await open()
    const id = await fake.encryptCard({ ...typedCard, number: "371449635398431" })
    expect(await storeIn(vault, id)).toMatchObject({
      vaultReference: `bt_${id}_8431`,
      brand: "amex",
      funding: "credit",
      country: "DE"
    })
  })

  it("has the fingerprint of its number, whatever expression the page gave it", async () => {
    const { fake, vault } = await open()
    const [plain, forged] = [await fake.encryptCard(typedCard), await fake.encryptCard(typedCard)]
    fake.token(forged).fingerprintExpression = "{{ data.number }} again"
    const cards = [await mustStore(vault, plain), await mustStore(vault, forged)]
    expect(cards[1]?.fingerprint).toBe(cards[0]?.fingerprint)
  })

  it("is not recognized if it expires, because a saved card has to last", async () => {
    const { fake, vault } = await open()
    const id = await fake.encryptCard(typedCard)
    fake.token(id).expiresAt = "2030-08-26T19:23:57-07:00"
    expect(await storeIn(vault, id)).toMatchObject({ _tag: "CardNotRecognized" })
  })

  it("has no code any more if it is stored again after its release", async () => {
    const { fake, vault, relay } = await open()
    const id = await fake.encryptCard(typedCard)
    const { vaultReference } = await mustStore(vault, id)
    await releaseIn(vault, vaultReference)
    await mustStore(vault, id)
    expect(await relay.marksOf(vaultReference)).toMatchObject({ securityCode: null })
  })

  it("makes the vault unavailable if the application may read card numbers", async () => {
    const { fake, vault } = await open({ transform: "reveal" })
    const answer = await storeIn(vault, await fake.encryptCard(typedCard))
    expect(answer).toMatchObject({ _tag: "VaultUnavailable" })
    expect(String("cause" in answer && answer.cause)).toMatch(/transform of its access rule/)
  })

  it("of another vault has no marks, and its release does nothing", async () => {
    const { vault, relay } = await open()
    await releaseIn(vault, "card_of_another_vault")
    await expect(relay.marksOf("card_of_another_vault")).rejects.toThrow("in no vault at Basis")
  })
})

describe("a request through Basis Theory's proxy", () => {
  it("keeps its path, its query and its headers, and hides the application's key", async () => {
    const { fake, destination, relay } = await open()
    await relay.fetch(`${destination.url}/v1/cards?a=b%20c`, {
      method: "POST",
      headers: { authorization: "Bearer sk_test", "idempotency-key": "attempt_1" },
      body: "{}"
    })
    const [request] = destination.received()
    expect(request).toMatchObject({
      path: "/v1/cards?a=b%20c",
      headers: { authorization: "Bearer sk_test", "idempotency-key": "attempt_1" }
    })
    expect(JSON.stringify(request)).not.toContain(fake.options.apiKey)
  })

  it("can go through the host's own proxy, whose answer is masked before it arrives", async () => {
    const destination = await startDestination()
    const fake = await startFakeBasisTheory({ proxies: { key_of_proxy: destination.url } })
    onTestFinished(async () => {
      await fake.close()
      await destination.close()
    })
    const { host } = new URL(destination.url)
    const answers: Array<string> = []
    const listening: typeof fetch = async (address, init) => {
      const response = await fetch(address, init)
      answers.push(await response.clone().text())
      return response
    }
    const { vault, relay } = basisTheory({
      ...fake.options,
      hosts: [host],
      proxyKeys: { [host]: "key_of_proxy" },
      fetch: listening
    })
    const { vaultReference } = await mustStore(vault, await fake.encryptCard(typedCard))
    const { number } = await relay.marksOf(vaultReference)
    destination.answersNext({ status: 200, body: JSON.stringify({ echo: typedCard.number }) })
    await relay.fetch(`${destination.url}/v1/cards`, { method: "POST", body: number })
    expect(destination.received()).toMatchObject([{ path: "/v1/cards", body: typedCard.number }])
    expect(answers.at(-1)).toBe('{"echo":"X5556"}')
  })

  it.each([
    ["its path", "/{{x}}", {}],
    ["its query", "/?a={{x}}", {}],
    ["its query, escaped", "/?a=%7B%7bx%7D%7D", {}],
    ["a header", "/", { "x-own": "{{ x }}" }]
  ])("is not sent if %s has an expression", async (_, path, headers) => {
    const { destination, relay } = await open()
    const sent = relay.fetch(`${destination.url}${path}`, { method: "POST", headers, body: "" })
    await expect(sent).rejects.toMatchObject({ name: "NotForwarded" })
    expect(destination.received()).toEqual([])
  })
})

describe("a text that Basis Theory could read as an expression", () => {
  const own = "{{ token: 1d08babf-456a-4bef-993d-aece3c1a2f66 | json: '$.data.number' }}"
  const isOwn = (mark: string) => mark === own

  it.each([
    ["{{ x }}", "{ { x }}"],
    ["{{{ x }}}", "{ { { x }}}"],
    ["{% if x %}", "{ % if x %}"],
    [own.replace("1d08", "2d08"), own.replace("1d08", "2d08").replace("{{", "{ {")],
    [`{{ ${own}`, `{ { ${own}`],
    [own, own],
    ["{x} } { {y}", "{x} } { {y}"]
  ])("loses its meaning unless it is the card's own mark: %s", (text, safe) => {
    expect(defused(text, isOwn)).toBe(safe)
  })

  it("loses its meaning in a form too, which is otherwise sent as it is", () => {
    const plain = "a=b%20c&d[e]=f+g"
    expect(defusedBody(plain, true, isOwn)).toBe(plain)
    const body = `name=${encodeURIComponent("{{ x }}")}&number=${encodeURIComponent(own)}`
    const safe = new URLSearchParams(defusedBody(body, true, isOwn))
    expect(Object.fromEntries(safe)).toEqual({ name: "{ { x }}", number: own })
  })
})
