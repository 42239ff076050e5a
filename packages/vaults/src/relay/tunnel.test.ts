import { classifyHttpFailure } from "@payloom/core"
import { type Destination, startDestination } from "@payloom/testkit/fake-provider"
import { describe, expect, it, onTestFinished } from "vitest"
import { startFakeEvervault, startFakeVgs } from "../fake/index.ts"
import { evervault, vgs } from "../index.ts"
import { mustStore, typedCard } from "../testing/storeIn.ts"
import { testAuthority, testTls } from "../testing/tlsFixtures.ts"

const openDestination = async (): Promise<Destination> => {
  const destination = await startDestination()
  onTestFinished(destination.close)
  return destination
}

/** Sends a card by HTTPS through VGS's proxy, which ends TLS with the certificate of a test. */
const sendByTls = async (ca: string | undefined) => {
  const [fake, destination] = [await startFakeVgs({ tls: testTls }), await openDestination()]
  onTestFinished(fake.close)
  const { host } = new URL(destination.url)
  const { vault, relay } = vgs({ ...fake.options, hosts: [host], ...(ca && { ca }) })
  const { vaultReference } = await mustStore(vault, await fake.encryptCard(typedCard))
  const { number } = await relay.marksOf(vaultReference)
  const sent = relay.fetch(`https://${host}/charges`, { method: "POST", body: number })
  const outcome = await sent.then(
    ({ status }) => status,
    (failure) => classifyHttpFailure(failure)?._tag
  )
  return { outcome, bodies: destination.received().map(({ body }) => body) }
}

describe("a tunnel of a vault's proxy", () => {
  it("takes requests by HTTPS, with certificates of the proxy's authority", async () => {
    const { outcome, bodies } = await sendByTls(testAuthority)
    expect([outcome, bodies]).toEqual([200, [typedCard.number]])
  })

  it("gets nothing if its certificate is of an unknown authority", async () => {
    const { outcome, bodies } = await sendByTls(undefined)
    expect([outcome, bodies]).toEqual(["NotSent", []])
  })

  it.each([
    ["with a wrong password", { proxyPassword: "wrong" }],
    ["if nothing listens there", { proxyUrl: "http://127.0.0.1:9" }]
  ])("gets nothing %s, and the request is provably not sent", async (_, wrong) => {
    const [fake, destination] = [await startFakeVgs(), await openDestination()]
    onTestFinished(fake.close)
    const { host } = new URL(destination.url)
    const { vault, relay } = vgs({ ...fake.options, ...wrong, hosts: [host] })
    const { vaultReference } = await mustStore(vault, await fake.encryptCard(typedCard))
    const { number } = await relay.marksOf(vaultReference)
    const sent = relay.fetch(destination.url, { method: "POST", body: number })
    const failure = await sent.catch((thrown) => thrown)
    expect(classifyHttpFailure(failure)?._tag).toBe("NotSent")
    expect(destination.received()).toEqual([])
  })

  it("gets the service's credentials only outside of the tunnel", async () => {
    const [fake, destination] = [await startFakeEvervault(), await openDestination()]
    onTestFinished(fake.close)
    const { relay } = evervault({ ...fake.options, hosts: [new URL(destination.url).host] })
    await relay.fetch(destination.url, { method: "POST", body: "{}", headers: { "x-own": "1" } })
    const [{ headers } = { headers: {} }] = destination.received()
    expect(headers).toMatchObject({ "x-own": "1" })
    expect(JSON.stringify(headers)).not.toContain(fake.options.apiKey)
  })
})
