import { afterAll, describe, expect, it } from "vitest"
import { serveNode } from "./serveNode.ts"
import { createSession, openCheckoutShop } from "./testing/openCheckout.ts"
import { type Json, readReply } from "./testing/shopClient.ts"

const shop = await openCheckoutShop()
const session = await createSession(shop)
const serving = await serveNode(shop.payloom, { port: 0 })
afterAll(serving.close)

const merchant = { Authorization: `Bearer ${shop.secretKey}` }
const payer = {
  Authorization: `Bearer ${shop.publishableKey}`,
  "Session-Token": String(session.session_token)
}

const send = async (path: string, headers: Readonly<Record<string, string>>, body?: string) => {
  const keyed = { ...headers, "Idempotency-Key": crypto.randomUUID() }
  const init = body === undefined ? { headers } : { method: "POST", headers: keyed, body }
  return readReply(await fetch(serving.url + path, init))
}

/** Error bodies are shorter than this number of bytes. */
const mostBytes = 3000

const nested = (times: number) => `${"[".repeat(times)}${"]".repeat(times)}`
const nestedObjects = (times: number) => `${'{"a":'.repeat(times)}1${"}".repeat(times)}`
const fields = (count: number) =>
  Array.from({ length: count }, (_, at) => `"field_${at}":1`).join(",")
const wallet = (payload: string) =>
  `{"method":"wallet","wallet":{"type":"sandbox_wallet","payload":${payload}}}`

const longHost = `https://${"\u00df.".repeat(1000)}test`

describe("a malicious body", () => {
  it.each([
    ["lists in lists", "/payments", merchant, `{"a":${nested(30_000)}}`, "parameter_unknown"],
    ["objects in objects", "/payments", merchant, nestedObjects(9_000), "parameter_unknown"],
    ["lists that never end", "/payments", merchant, "[".repeat(65_000), "body_malformed"],
    ["depth in metadata", "/customers", merchant, `{"metadata":{"a":${nested(30_000)}}}`, null],
    ["thousands of fields", "/payments", merchant, `{${fields(4000)}}`, "parameter_unknown"],
    [
      "one field thousands of times",
      "/payments",
      merchant,
      `{${'"a":1,'.repeat(9000)}"a":1}`,
      null
    ],
    ["thousands of keys", "/customers", merchant, `{"metadata":{${fields(4000)}}}`, null],
    [
      "thousands of fields of a field",
      "/payments",
      merchant,
      `{"shipping":{${fields(4000)}}}`,
      null
    ],
    ["a long host", "/checkout_sessions", merchant, `{"success_url":"${longHost}"}`, null],
    ["thousands of members", "/checkout_sessions", merchant, lists("1"), "parameter_invalid"],
    ["thousands of objects", "/checkout_sessions", merchant, lists("{}"), "parameter_invalid"],
    ["a long number", "/payments", merchant, `{"amount":${"9".repeat(60_000)}}`, null],
    ["a long amount", "/payments", merchant, `{"amount":"${"9".repeat(60_000)}"}`, null],
    ["a deep wallet", "/session/confirm", payer, wallet(nested(15_000)), null],
    ["a wallet of objects", "/session/confirm", payer, wallet(nestedObjects(5000)), null],
    ["a wide wallet", "/session/confirm", payer, wallet(`{${fields(2000)}}`), null]
  ])("is refused in few words: %s", async (_, path, headers, body, code) => {
    const { status, text, error } = await send(path, headers, body)
    expect(status).toBeGreaterThanOrEqual(400)
    expect(status).toBeLessThan(500)
    if (code !== null) expect(error.code).toBe(code)
    expect(text.length).toBeLessThan(mostBytes)
  })

  it("is refused by the name of the field with an endless list", async () => {
    const list = JSON.stringify(Array.from({ length: 15_000 }, () => "1"))
    for (const [path, field, param] of [
      ["/checkout_sessions", "line_items", "line_items"],
      ["/customers", "metadata", "metadata"],
      ["/customers", "isAdmin", "isAdmin"],
      [`/subscriptions/sub_${"0".repeat(26)}`, "plan", "plan"]
    ] as const) {
      const method = path.startsWith("/subscriptions/") ? "PATCH" : "POST"
      const reply = await shop.send(method, path, { body: `{"${field}":${list}}` })
      expect([reply.status, reply.error.param]).toEqual([422, param])
      expect(reply.text.length).toBeLessThan(mostBytes)
    }
  })

  it("is refused before its metadata is read if it has thousands of keys", async () => {
    const keys = fields(3500).replaceAll(":1", ':"x"')
    const { error } = await send("/customers", merchant, `{"metadata":{${keys}}}`)
    expect(error.message).toBe("metadata must have at most 1000 members.")
  })

  it.each([
    [
      "a field",
      `{"method":"card","device":{"language":"de","screen":{${fields(4000)}}}}`,
      "device.screen.field_0"
    ],
    ["a list of data", wallet(`{"a":{"b":[${"1,".repeat(1000)}1]}}`), "wallet"],
    ["data", wallet(`{${fields(1001)}}`), "wallet"],
    ["a secret field", `{"sk_test_${"a".repeat(43)}":{${fields(4000)}}}`, undefined],
    ["a list in an unknown field", `{"x":{"y":[${"1,".repeat(1000)}1]}}`, "x"]
  ])("has at most 1000 members in %s, at any depth", async (_, body, param) => {
    const reply = await send("/session/confirm", payer, body)
    expect([reply.status, reply.error.param]).toEqual([422, param])
    expect(reply.text).not.toContain("sk_test_")
  })

  it("may have 1000 members in a list or an object", async () => {
    const { error } = await send("/session/confirm", payer, wallet(`{${fields(1000)}}`))
    expect(error.message).not.toContain("1000")
  })

  it("is refused by its size as JSON, without another number", async () => {
    const { error } = await send("/session/confirm", payer, wallet(`"${"a".repeat(33_000)}"`))
    expect(error.message).toBe("wallet.payload must have at most 32 KiB of JSON, but has more.")
  })

  it("changes no prototype, whatever its fields are called", async () => {
    const names = '"__proto__":{"isAdmin":true},"constructor":{"prototype":{"isAdmin":true}}'
    expect((await send("/customers", merchant, `{${names}}`)).error.code).toBe("parameter_unknown")
    const body = '{"metadata":{"__proto__":"a","constructor":"b"}}'
    const { json } = await send("/customers", merchant, body)
    expect(Object.entries(json.metadata as Json).toSorted()).toEqual([
      ["__proto__", "a"],
      ["constructor", "b"]
    ])
    expect(Object.hasOwn(Object.prototype, "isAdmin")).toBe(false)
  })
})

function lists(member: string): string {
  return `{"line_items":[${Array.from({ length: 15_000 }, () => member).join(",")}]}`
}

describe("a malicious URL", () => {
  it.each([
    ["a value sent often", `/payments?${"status=voided&".repeat(1000)}`, 422],
    ["a wrong value sent often", `/payments?${"status=x&".repeat(1500)}`, 422],
    ["expansions without end", `/payments?${"expand[]=customer&".repeat(800)}`, 422],
    ["thousands of parameters", `/payments?${"a=b&".repeat(3500)}`, 200],
    ["a long cursor", `/payments?starting_after=${"A".repeat(15_000)}`, 422],
    ["a long number", `/payments?limit=${"9".repeat(15_000)}`, 200],
    ["a long id", `/payments/${"A".repeat(15_000)}`, 404],
    ["a long path", `/payments${"/a".repeat(7000)}`, 404],
    ["escapes", `/payments/${"%41".repeat(5000)}`, 404],
    ["broken escapes", `/payments/${"%zz".repeat(5000)}`, 404],
    ["names of prototypes", "/payments/__proto__?__proto__=1&constructor[prototype]=2", 404]
  ])("is answered in few words: %s", async (_, path, status) => {
    const reply = await send(path, merchant)
    expect(reply.status).toBe(status)
    expect(reply.text.length).toBeLessThan(mostBytes)
  })

  it("may have [] after the name of a single parameter, which is read all the same", async () => {
    const [first, second] = [await shop.pay(), await shop.pay()]
    const page = await send("/payments?limit[]=1", merchant)
    expect(page.json.data).toMatchObject([{ id: second.json.id }])
    const cursor = String(page.json.next_cursor)
    const next = await send(`/payments?limit=1&starting_after[]=${cursor}`, merchant)
    expect(next.json.data).toMatchObject([{ id: first.json.id }])
    const encoded = await send(`/payments?limit=1&starting_after%5B%5D=${cursor}`, merchant)
    expect(encoded.json.data).toEqual(next.json.data)
  })

  it("is refused if it has a single parameter twice, in any spelling", async () => {
    for (const query of ["limit=1&limit=2", "limit=1&limit[]=2", "limit[]=1&limit[]=1"]) {
      const { status, error } = await send(`/payments?${query}`, merchant)
      expect([query, status, error.param]).toEqual([query, 422, "limit"])
    }
  })
})
