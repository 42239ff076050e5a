import { describe, expect, it } from "vitest"
import { cardsInFlight } from "./cardsInFlight.ts"
import { maskNumbers } from "./maskNumbers.ts"
import { originOf } from "./originOf.ts"
import { type RelayParts, relayFetch } from "./relayFetch.ts"

const parts = (changes: Partial<RelayParts> = {}): RelayParts => ({
  service: "The vault",
  hosts: ["api.stripe.com"],
  cards: cardsInFlight(/tok_\w+/g),
  send: async () => new Response("{}"),
  originOf: () => "provider",
  ...changes
})

describe("the fetch of a relay", () => {
  it.each([[[]], [["https://api.stripe.com"]], [["*.stripe.com"]], [["API.stripe.com"]], [[""]]])(
    "is not created for hosts that name no host: %j",
    (hosts) => {
      expect(() => relayFetch(parts({ hosts }))).toThrow(TypeError)
    }
  )

  it("is not created without hosts, and the error names them", () => {
    const hosts = undefined as unknown as RelayParts["hosts"]
    expect(() => relayFetch(parts({ hosts }))).toThrow("hosts must list the hosts")
  })

  it.each([
    "http://api.stripe.com/",
    "https://api.stripe.com:8443/",
    "https://api.stripe.com.evil.example/",
    "https://evil.example/api.stripe.com",
    "https://user:password@api.stripe.com/",
    "https://api.stripe.com@evil.example/",
    "file:///api.stripe.com"
  ])("sends nothing to %s", async (address) => {
    let sent = 0
    const send: RelayParts["send"] = async () => {
      sent += 1
      return new Response()
    }
    const refused = relayFetch(parts({ send }))(address, { method: "POST", body: "tok_1" })
    await expect(refused).rejects.toMatchObject({ name: "NotForwarded" })
    expect(sent).toBe(0)
  })

  it("stops reading an answer without end", async () => {
    let chunks = 0
    const endless = new ReadableStream<Uint8Array>({
      pull: (controller) => {
        chunks += 1
        controller.enqueue(new Uint8Array(64 * 1024))
      }
    })
    const send = async () => new Response(endless)
    const answer = relayFetch(parts({ send }))("https://api.stripe.com/")
    await expect(answer).rejects.toThrow("longer than")
    expect(chunks).toBeLessThan(30)
  })

  it("passes on an answer without a body", async () => {
    const send = async () => new Response(null, { status: 204 })
    const { status, body } = await relayFetch(parts({ send }))("https://api.stripe.com/")
    expect([status, body]).toEqual([204, null])
  })

  it("masks the numbers of the request's cards in headers too", async () => {
    const relay = parts({
      send: async () => new Response("", { headers: { "x-echo": "4000056655665556" } })
    })
    relay.cards.add("tok_1", "5556")
    const answer = await relayFetch(relay)("https://api.stripe.com/", {
      method: "POST",
      body: "card%5Bnumber%5D=tok_1"
    })
    expect(answer.headers.get("x-echo")).toBe("************5556")
  })
})

describe("masking", () => {
  const lastFour = new Set(["5556"])

  it.each([
    ['{"number":"4000056655665556"}', '{"number":"************5556"}'],
    ["4000 0566 5566 5556", "************5556"],
    ["4000-0566-5566-5556.", "************5556."]
  ])("hides the number of a card: %s", (text, masked) => {
    expect(maskNumbers(text, lastFour)).toBe(masked)
  })

  it.each([
    ["a reference of Adyen's with the same end", "8816052566445556"],
    ["a number with a wrong check digit", "4000056655675556"],
    ["a number of another card", "4242424242424242"],
    ["a longer number", "40000566556655561234567890"],
    ["an amount", "5556"]
  ])("leaves %s as it is", (_, text) => {
    expect(maskNumbers(text, lastFour)).toBe(text)
  })
})

describe("the origin of an answer", () => {
  const headers = (...given: ReadonlyArray<[string, string]>) => new Headers([...given])
  const error = '{ "proxy_error": { "status": 400 } }'
  const reached = headers(["BT-PROXY-DESTINATION-STATUS", "401"])
  const upstream = headers(["VGS-Upstream-Status-Code", "401"])
  const failed = headers(["x-evervault-error-code", "any"])

  it.each([
    ["basis_theory", 401, reached, error, "provider"],
    ["basis_theory", 400, headers(), error, "service_refused"],
    ["basis_theory", 429, headers(), error, "service_refused"],
    ["basis_theory", 403, headers(), "<h1>403</h1>", "service_unclear"],
    ["basis_theory", 408, headers(), error, "service_unclear"],
    ["basis_theory", 500, headers(), error, "service_unclear"],
    ["basis_theory", 200, headers(), "{}", "service_unclear"],
    ["configured_proxy", 401, reached, error, "provider"],
    ["configured_proxy", 400, headers(), error, "service_unclear"],
    ["vgs", 401, upstream, "", "provider"],
    ["vgs", 401, headers(), "", "service_unclear"],
    ["evervault", 401, headers(), "", "provider"],
    ["evervault", 401, failed, "", "service_unclear"]
  ] as const)("of %s with HTTP %i is told by its headers", (service, status, got, text, origin) => {
    expect(originOf[service]({ status, headers: got, text })).toBe(origin)
  })
})
