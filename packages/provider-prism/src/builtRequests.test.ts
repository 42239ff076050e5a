import { createServer } from "node:http"
import { text } from "node:stream/consumers"
import { onLoopback } from "@payloom/testkit/fake-provider"
import { Effect } from "effect"
import { afterAll, describe, expect, it } from "vitest"
import { chargeMessage } from "./chargeMessage.ts"
import { type Message, type PrismLibrary, secret } from "./library/PrismLibrary.ts"
import type { PrismOptions } from "./PrismOptions.ts"
import type { Processor } from "./Processor.ts"
import { prism } from "./prism.ts"
import { type ProcessorName, processors } from "./processors/processors.ts"
import { chargeRequest } from "./testing/chargeRequest.ts"
import { scriptedFetch } from "./testing/scripted.ts"
import { relay, vaulted } from "./testing/sources.ts"
import { testLibrary } from "./testing/testLibrary.ts"

const library = testLibrary()
afterAll(() => library?.close())

/** The keys of an account at any processor. */
const account = {
  publicKey: "pk",
  secretKey: "sk_test_1",
  processingChannelId: "pc_1",
  signatureKey: "key",
  apiKey: "k",
  merchantAccount: "Shop",
  hmacKeys: ["ab"],
  webhookSecrets: ["whsec_1"],
  clientId: "client",
  clientSecret: "secret",
  webhookId: "WH1",
  profileId: "pfl_1"
}

const url = "https://processor.invalid/"
const device = {
  ip: "203.0.113.7",
  userAgent: "Browser",
  acceptHeader: "*/*",
  language: "de",
  screen: { width: 100, height: 100, colorDepth: 24 },
  timeZone: "Europe/Berlin",
  utcOffsetMinutes: -60
}

/** The processors that take cards through a relay. */
const relayed = Object.entries(processors)
  .filter(([, { refusesRelay }]) => refusesRelay === null)
  .map(([name]) => name as ProcessorName)

/** Returns the body of a charge whose card the library itself got. */
const withNumber = async (name: ProcessorName, built: PrismLibrary): Promise<string> => {
  const processor = processors[name] as unknown as Processor<unknown>
  const request = chargeRequest({ device })
  const token = processor.needsToken === true ? "token" : null
  const card: Message = {
    cardNumber: secret("4242424242424242"),
    cardExpMonth: secret("03"),
    cardExpYear: secret("2041"),
    cardCvc: secret("737")
  }
  const message = {
    ...chargeMessage(request, { asks: false, token }),
    paymentMethod: { card },
    ...processor.chargeFields?.(request, account)
  }
  const config = processor.config(account, url, "EUR")
  const call = { flow: "authorize", message, processor: processor.id, config } as const
  const request_ = await built.request({ ...call, environment: "test" })
  return processor.adjust(request_, { account, kind: "charge", request, asks: false }).body
}

/** Returns the body of the same charge, as it arrives after the vault's relay put the card in. */
const throughRelay = async (name: ProcessorName, built: PrismLibrary): Promise<string> => {
  const arrived: Array<string> = []
  const server = createServer(async (request, response) => {
    arrived.push(await text(request))
    response.writeHead(500).end()
  })
  const { url: to, close } = await onLoopback(server)
  const token = JSON.stringify({ access_token: "token", token_type: "Bearer", expires_in: 3600 })
  // The sandbox's vault has no security codes.
  const marksOf = async (card: string) => ({
    ...(await relay.marksOf(card)),
    securityCode: "737"
  })
  const options = {
    processor: name,
    accountOf: () => account,
    url: to,
    library: built,
    fetch: scriptedFetch(200, token).fetch,
    relay: { ...relay, marksOf }
  } as unknown as PrismOptions
  const source = await vaulted("4242424242424242")
  await Effect.runPromise(prism(options).charge(chargeRequest({ device, source })))
  await close()
  return arrived[0] ?? ""
}

describe.skipIf(library === null)("a card through a relay", () => {
  it.each(relayed)("gives the request that the card's number would give, at %s", async (name) => {
    if (library === null) return
    expect(await throughRelay(name, library)).toBe(await withNumber(name, library))
  })
})
