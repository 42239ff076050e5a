import type { ChargeQuery } from "@payloom/core"
import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { acme, charged, chargeOrder, mid, reference, type Scripted } from "./testing/acme.ts"

const created = Date.parse("2026-06-01T12:00:00Z")
const query: ChargeQuery = { ...chargeOrder(), providerReference: null, created }

const lookUp = async (...answers: ReadonlyArray<Scripted>) => {
  const { provider, received } = acme(answers)
  const found = await Effect.runPromise(provider.lookup(query))
  return { ...found, asked: received.map(({ url }) => url) }
}

const other = charged({ reference: "attempt_of_another", created: "2026-06-01T12:05:00Z" })
const page = (data: ReadonlyArray<object>, next: unknown = null) => ({ body: { data, next } })

describe("a look-up of a charge", () => {
  it("finds the charge with our reference among others, on any page", async () => {
    const next = "https://test.acme.invalid/v1/charges?page=2"
    expect(await lookUp(page([other], next), page([other, charged()]))).toMatchObject({
      _tag: "Found",
      state: "captured",
      amount: 1250n,
      asked: [`https://test.acme.invalid/v1/charges?reference=${reference}`, next]
    })
  })

  it("is Absent if the list ends, or is older than the charge", async () => {
    expect(await lookUp(page([]))).toMatchObject({ _tag: "Absent" })
    expect(await lookUp(page([other], "/charges?page=2"), page([]))).toMatchObject({
      _tag: "Absent",
      asked: { length: 2 }
    })
    const old = { ...other, created: "2026-06-01T11:00:00Z" }
    expect(await lookUp(page([old], "/charges?page=2"))).toMatchObject({
      _tag: "Absent",
      asked: { length: 1 }
    })
  })

  it("reads on if the times of the list are in seconds", async () => {
    const inSeconds = { ...other, created: created / 1000 }
    const next = "/charges?page=2"
    expect(await lookUp(page([inSeconds], next), page([charged()]))).toMatchObject({
      _tag: "Found"
    })
  })

  it("reads the next page by its whole path, or by the path below the provider's address", async () => {
    for (const next of ["/v1/charges?page=2", "/charges?page=2"]) {
      const found = await lookUp(page([other], next), page([charged()]))
      expect(found._tag).toBe("Found")
      expect(found.asked[1]).toBe("https://test.acme.invalid/v1/charges?page=2")
    }
  })

  it("is not Absent because a further page is missing", async () => {
    const missing = { status: 404, body: { error: { code: "no_such_charge" } } }
    expect(await lookUp(page([other], "/charges?page=2"), missing)).toMatchObject({
      _tag: "Unavailable"
    })
  })

  it("is Absent by the code that means it, and by no other error", async () => {
    const body = { error: { code: "no_such_charge" } }
    expect(await lookUp({ status: 404, body })).toMatchObject({ _tag: "Absent" })
    for (const status of [401, 429, 500, 503]) {
      expect(await lookUp({ status, body })).toMatchObject({ _tag: "Unavailable" })
    }
    expect(await lookUp({ status: 404, body: "?" })).toMatchObject({ _tag: "Unavailable" })
  })

  it.each([
    ["the list is missing", { body: {} }],
    ["the answer is no JSON", { body: "<h1>OK</h1>" }],
    ["the answer is another list", { body: [charged()] }],
    ["there are several", page([charged(), charged({ id: "ch_2" })])],
    ["the state is unknown", page([charged({ state: "at_the_notary" })])],
    ["the amount can't be read", page([charged({ amount: {} })])]
  ])("is Unavailable if %s", async (_, answer) => {
    expect(await lookUp(answer)).toMatchObject({ _tag: "Unavailable" })
  })

  it("reads 20 pages at most, and says that it doesn't know", async () => {
    const found = await lookUp(page([other], "/charges?page=2"))
    expect(found).toMatchObject({ _tag: "Unavailable", asked: { length: 20 } })
  })

  it.each([
    "https://elsewhere.invalid/v1/charges",
    "https://test.acme.invalid/v2/charges",
    "ftp://test.acme.invalid/v1/charges",
    "https://test.acme.invalid:8443/v1/charges",
    "http://[",
    "file:///etc/passwd"
  ])("sends the account's keys to no other address: %s", async (next) => {
    const found = await lookUp(page([other], next), page([charged()]))
    expect(found).toMatchObject({ _tag: "Unavailable", asked: { length: 1 } })
  })
})

describe("a look-up of a refund", () => {
  const lookUpRefund = async (answer: Scripted, providerReference: string | null = null) => {
    const { provider, received } = acme([answer])
    const charge = { mid, reference, providerReference: "ch/1" }
    const refund = { kind: "refund", reference: "refund_1", providerReference, charge } as const
    const found = await Effect.runPromise(provider.lookupModification(refund))
    return { ...found, asked: received[0]?.url }
  }
  const made = { id: "re_1", reference: "refund_1", state: "done" }

  it("finds it by our reference, or by the provider's id", async () => {
    const asked = "https://test.acme.invalid/v1/charges/ch%2F1/refunds"
    const found = { _tag: "Found", state: "succeeded", providerReference: "re_1", asked }
    expect(await lookUpRefund({ body: [made] })).toMatchObject(found)
    const unnamed = { ...made, reference: null }
    expect(await lookUpRefund({ body: [unnamed] }, "re_1")).toMatchObject(found)
    expect(await lookUpRefund({ body: [unnamed] })).toMatchObject({ _tag: "Absent" })
  })

  it("is Unavailable if its state is unknown", async () => {
    const odd = { ...made, state: "odd" }
    expect(await lookUpRefund({ body: [odd] })).toMatchObject({ _tag: "Unavailable" })
  })
})
