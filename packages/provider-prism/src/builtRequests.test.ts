import { createServer } from "node:http"
import { text } from "node:stream/consumers"
import type { ChargeRequest } from "@payloom/core"
import { plainCharge } from "@payloom/testkit"
import { onLoopback } from "@payloom/testkit/fake-provider"
import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { chargeMessage } from "./chargeMessage.ts"
import { type Message, type PrismLibrary, secret } from "./library/PrismLibrary.ts"
import type { PrismOptions } from "./PrismOptions.ts"
import type { Processor } from "./Processor.ts"
import { prism } from "./prism.ts"
import { type ProcessorName, processors } from "./processors/processors.ts"
import { anyAccount, firstAnswer } from "./testing/anyAccount.ts"
import { payer } from "./testing/requests.ts"
import { scriptedFetch } from "./testing/scripted.ts"
import { relay, vaulted } from "./testing/sources.ts"
import { testLibrary } from "./testing/testLibrary.ts"

const library = await testLibrary()

const url = "https://processor.invalid/"

/** The processors that take cards through a relay. */
const relayed = Object.entries(processors)
  .filter(([, { refusesRelay }]) => refusesRelay === null)
  .map(([name]) => name as ProcessorName)

/** Returns the body of a charge whose card the library itself got. */
const withNumber = async (name: ProcessorName, built: PrismLibrary): Promise<string> => {
  const processor = processors[name] as unknown as Processor<unknown>
  const request = plainCharge(payer)
  const token = processor.needsToken === true ? "token" : null
  const card: Message = {
    cardNumber: secret("4242424242424242"),
    cardExpMonth: secret("03"),
    cardExpYear: secret("2041"),
    cardCvc: secret("737")
  }
  const message = {
    ...chargeMessage(request, { asks: false, token, passes: false }),
    paymentMethod: { card },
    ...((await processor.chargeFields?.(request, anyAccount, async () => firstAnswer)) as Message)
  }
  const config = processor.config(anyAccount, url, "EUR")
  const call = { flow: "authorize", message, processor: processor.id, config } as const
  const request_ = await built.request({ ...call, environment: "test" })
  return processor.adjust(request_, { account: anyAccount, kind: "charge", request, asks: false })
    .body
}

/** Returns the body of a charge, as it arrives after the vault's relay put the card in. */
const throughRelay = async (
  name: ProcessorName,
  built: PrismLibrary,
  changes: Partial<ChargeRequest> = payer,
  more: Partial<PrismOptions> = {}
): Promise<string> => {
  const arrived: Array<string> = []
  const server = createServer(async (request, response) => {
    arrived.push(await text(request))
    response.writeHead(500).end()
  })
  const { url: to, close } = await onLoopback(server)
  // The sandbox's vault has no security codes.
  const marksOf = async (card: string) => ({
    ...(await relay.marksOf(card)),
    securityCode: "737"
  })
  const options = {
    processor: name,
    accountOf: () => anyAccount,
    url: to,
    library: built,
    fetch: scriptedFetch(200, firstAnswer.body).fetch,
    relay: { ...relay, marksOf },
    ...more
  } as unknown as PrismOptions
  const source = await vaulted("4242424242424242")
  const outcome = await Effect.runPromise(
    prism(options).charge(plainCharge({ source, ...changes }))
  )
  await close()
  return arrived[0] ?? JSON.stringify(outcome)
}

const authentication = {
  flow: "challenge",
  version: "2.2.0",
  eci: "05",
  authenticationValue: "AAABBBCCCDDDEEEFFFGGGHHHIII=",
  transactionId: "c5b808e7-1de1-4069-a17b-f70d3b3b1645"
} as const

/** Leaves out the time of a request, and the checksum that covers it. */
const undated = (body: string): string =>
  body.replace(/"timeStamp":"\d{14}","checksum":"\w{64}"/, "")

describe.skipIf(library === null)("a card through a relay", () => {
  it.each(relayed)("gives the request that the card's number would give, at %s", async (name) => {
    if (library === null) return
    const [relayed, own] = [await throughRelay(name, library), await withNumber(name, library)]
    expect(undated(relayed)).toBe(undated(own))
  })
})

describe.skipIf(library === null)("a charge without a payer", () => {
  it.each(relayed)(
    "is built without a device and an address, or is refused, at %s",
    async (name) => {
      if (library === null) return
      const body = await throughRelay(name, library, { returnUrl: null })
      const { needs } = processors[name] as Pick<Processor<never>, "needs">
      if (needs !== undefined) return expect(body).toContain(`"rawCode":"${needs[0]}"`)
      expect(decodeURIComponent(body)).toContain("4242424242424242")
      expect(decodeURIComponent(body)).not.toContain("AccountUnavailable")
    }
  )
})

describe.skipIf(library === null)("an authentication by the merchant's own 3DS server", () => {
  it.each(relayed)("is sent, or the charge is refused, at %s", async (name) => {
    if (library === null) return
    const body = await throughRelay(name, library, { ...payer, threeDs: authentication })
    const { passesThreeDs } = processors[name]
    if (passesThreeDs === "none") return expect(body).toContain('"rawCode":"three_ds"')
    for (const value of [authentication.authenticationValue, authentication.transactionId]) {
      expect(decodeURIComponent(body)).toContain(value)
    }
  })

  it("doesn't make Checkout.com or Adyen ask the payer again", async () => {
    if (library === null) return
    const checkout = await throughRelay("checkout", library, { ...payer, threeDs: authentication })
    expect(JSON.parse(checkout)["3ds"]).toMatchObject({ enabled: true, force_3ds: false })
    const adyen = await throughRelay("adyen", library, { ...payer, threeDs: authentication })
    expect(JSON.parse(adyen).additionalData).toMatchObject({ executeThreeD: "false" })
  })
})

describe.skipIf(library === null)("the address that a payer is sent back to", () => {
  it("is unchanged at Checkout.com, also if it has a query", async () => {
    if (library === null) return
    const threeDs = { threeDs: "redirect" } as const
    const body = JSON.parse(await throughRelay("checkout", library, payer, threeDs))
    expect([body.success_url, body.failure_url]).toEqual([
      "https://shop.example/back?order=1",
      "https://shop.example/back?order=1"
    ])
    expect(body["3ds"]).toMatchObject({ enabled: true, force_3ds: false })
  })
})
