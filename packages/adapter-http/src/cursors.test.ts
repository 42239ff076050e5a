import { describe, expect, it } from "vitest"
import { expectInvalid } from "./testing/expectRefused.ts"
import { openShop } from "./testing/openShop.ts"
import { type Client, idsOf } from "./testing/shopClient.ts"

const shop = await openShop()
const stranger = await shop.open()
const live = await shop.open("live", shop.tenant)
const card = await shop.saveCard("cascade")

const made: Array<unknown> = []
for (let n = 0; n < 7; n++) {
  made.unshift((await shop.pay()).json.id)
  await stranger.pay()
  await live.pay()
}
const cascaded = (await shop.pay({ payment_instrument: card })).json
made.unshift(cascaded.id)

const cursorOf = async (client: Client, path: string): Promise<string> => {
  const { json } = await client.get(path)
  expect(json.next_cursor).toEqual(expect.any(String))
  return encodeURIComponent(String(json.next_cursor))
}

const expectRefused = async (path: string, param = "starting_after") =>
  expectInvalid(await shop.get(path), param)

describe("a list", () => {
  it("is an envelope of object, data, has_more and next_cursor", async () => {
    for (const path of ["/payments", `/payments/${cascaded.id}/attempts`]) {
      const { json } = await shop.get(path)
      expect(Object.keys(json)).toEqual(["object", "data", "has_more", "next_cursor"])
      expect(json).toMatchObject({ object: "list", has_more: false, next_cursor: null })
    }
  })

  it("is paged with starting_after, each member once, newest first", async () => {
    const seen: Array<unknown> = []
    let path = "/payments?limit=3"
    const pageSizes: Array<number> = []
    for (;;) {
      const reply = await shop.get(path)
      seen.push(...idsOf(reply))
      pageSizes.push(idsOf(reply).length)
      if (reply.json.has_more === false) {
        expect(reply.json.next_cursor).toBe(null)
        break
      }
      path = `/payments?limit=3&starting_after=${encodeURIComponent(`${reply.json.next_cursor}`)}`
    }
    expect(seen).toEqual(made)
    expect(pageSizes).toEqual([3, 3, 2])
  })

  it("has has_more only if there is more, not after a page that is just full", async () => {
    const { json } = await shop.get(`/payments?limit=${made.length}`)
    expect([json.has_more, json.next_cursor]).toEqual([false, null])
  })

  it("is paged backwards with ending_before, in the list's own order", async () => {
    const cursor = await cursorOf(shop, "/payments?limit=6")
    const before = await shop.get(`/payments?limit=3&ending_before=${cursor}`)
    expect(idsOf(before)).toEqual(made.slice(2, 5))
    expect(before.json.has_more).toBe(true)
    const further = encodeURIComponent(String(before.json.next_cursor))
    const first = await shop.get(`/payments?limit=3&ending_before=${further}`)
    expect(idsOf(first)).toEqual(made.slice(0, 2))
    expect(first.json).toMatchObject({ has_more: false, next_cursor: null })
  })

  it("of attempts is oldest first, and is paged in that order", async () => {
    const path = `/payments/${cascaded.id}/attempts`
    const first = await shop.get(`${path}?limit=1`)
    const cursor = encodeURIComponent(String(first.json.next_cursor))
    const second = await shop.get(`${path}?limit=1&starting_after=${cursor}`)
    expect([...idsOf(first), ...idsOf(second)]).toEqual(cascaded.attempts)
    expect(second.json.has_more).toBe(false)
    const back = await cursorOf(shop, `${path}?limit=1`)
    expect(idsOf(await shop.get(`${path}?ending_before=${back}`))).toEqual([])
  })

  it("has no offset pagination, and ignores unknown query parameters", async () => {
    const paths = [
      "/payments",
      `/payments/${cascaded.id}/attempts`,
      "/checkout_sessions",
      "/customers"
    ]
    for (const path of paths) {
      const plain = await shop.get(path)
      expect([path, plain.status]).toEqual([path, 200])
      for (const query of ["offset=1", "page=2", "per_page=1", "skip=1", "count=1", "offset=x"]) {
        expect((await shop.get(`${path}?${query}`)).text).toBe(plain.text)
      }
    }
  })

  it("continues at its position although newer payments came meanwhile", async () => {
    const other = await shop.open()
    const old: Array<unknown> = []
    for (let n = 0; n < 4; n++) old.unshift((await other.pay()).json.id)
    const cursor = await cursorOf(other, "/payments?limit=2")
    await other.pay()
    expect(idsOf(await other.get(`/payments?starting_after=${cursor}`))).toEqual(old.slice(2))
  })
})

describe("a cursor", () => {
  it("is opaque and not an object id", async () => {
    const cursor = await cursorOf(shop, "/payments?limit=2")
    expect(cursor).not.toContain(String(made[1]))
    await expectRefused(`/payments?starting_after=${made[1]}`)
    await expectRefused(`/payments?ending_before=${made[1]}`, "ending_before")
    const path = `/payments/${cascaded.id}/attempts`
    await expectRefused(`${path}?starting_after=${(cascaded.attempts as Array<string>)[0]}`)
  })

  it("that is malformed is 422 parameter_invalid", async () => {
    for (const cursor of ["", "x", "%20", "%F0%9F%98%80", "AAAA", "=", "a".repeat(2000)]) {
      await expectRefused(`/payments?starting_after=${cursor}`)
      await expectRefused(`/payments?ending_before=${cursor}`, "ending_before")
    }
  })

  it("that is changed in any one character is 422 parameter_invalid", async () => {
    const cursor = await cursorOf(shop, "/payments?limit=2")
    for (let at = 0; at < cursor.length; at++) {
      const other = cursor[at] === "A" ? "B" : "A"
      const altered = cursor.slice(0, at) + other + cursor.slice(at + 1)
      await expectRefused(`/payments?starting_after=${altered}`)
    }
    await expectRefused(`/payments?starting_after=${cursor}A`)
    await expectRefused(`/payments?starting_after=${cursor.slice(0, -1)}`)
  })

  it("of another tenant or of the other mode is 422 parameter_invalid", async () => {
    for (const other of [stranger, live]) {
      const cursor = await cursorOf(other, "/payments?limit=2")
      expect((await other.get(`/payments?starting_after=${cursor}`)).status).toBe(200)
      await expectRefused(`/payments?starting_after=${cursor}`)
    }
  })

  it("of another list is 422 parameter_invalid", async () => {
    const attempts = `/payments/${cascaded.id}/attempts`
    const ofPayments = await cursorOf(shop, "/payments?limit=2")
    const ofAttempts = await cursorOf(shop, `${attempts}?limit=1`)
    await expectRefused(`${attempts}?starting_after=${ofPayments}`)
    await expectRefused(`/payments?starting_after=${ofAttempts}`)
    const another = (await shop.pay({ payment_instrument: card })).json
    made.unshift(another.id)
    await expectRefused(`/payments/${another.id}/attempts?starting_after=${ofAttempts}`)
  })

  it("of a differently filtered query is 422 parameter_invalid", async () => {
    const plain = await cursorOf(shop, "/payments?limit=2")
    const waiting = await cursorOf(shop, "/payments?limit=2&status=requires_payment")
    const since = await cursorOf(shop, "/payments?limit=2&created_gte=2026-01-01T00:00:00Z")
    await expectRefused(`/payments?starting_after=${plain}&status=requires_payment`)
    await expectRefused(`/payments?starting_after=${waiting}`)
    await expectRefused(`/payments?starting_after=${waiting}&status=succeeded`)
    await expectRefused(`/payments?starting_after=${waiting}&status=requires_payment&status=failed`)
    await expectRefused(`/payments?starting_after=${since}`)
    await expectRefused(`/payments?starting_after=${since}&created_gte=2026-01-02T00:00:00Z`)
    await expectRefused(`/payments?starting_after=${since}&created_lte=2026-01-01T00:00:00Z`)
    await expectRefused(`/payments?ending_before=${waiting}`, "ending_before")
  })

  it("works with the same filters, in any order and notation", async () => {
    const cursor = await cursorOf(
      shop,
      "/payments?limit=1&status=succeeded&status=requires_payment&created_gte=2026-01-01T00:00:00Z"
    )
    const reply = await shop.get(
      "/payments?created_gte=2026-01-01T01:00:00%2B01:00&status=requires_payment&status=succeeded" +
        `&starting_after=${cursor}`
    )
    expect([reply.status, idsOf(reply)]).toEqual([200, made.slice(1)])
  })

  it("works with another limit or other expansions, which are no filters", async () => {
    const cursor = await cursorOf(shop, "/payments?limit=2")
    const reply = await shop.get(`/payments?limit=3&expand[]=customer&starting_after=${cursor}`)
    expect(idsOf(reply)).toEqual(made.slice(2, 5))
  })

  it("forwards and one backwards together are 422 parameter_invalid", async () => {
    const cursor = await cursorOf(shop, "/payments?limit=2")
    const both = `starting_after=${cursor}&ending_before=${cursor}`
    await expectRefused(`/payments?${both}`, "ending_before")
    await expectRefused(`/payments/${cascaded.id}/attempts?${both}`, "ending_before")
  })

  it("sent twice is 422 parameter_invalid", async () => {
    const cursor = await cursorOf(shop, "/payments?limit=2")
    await expectRefused(`/payments?starting_after=${cursor}&starting_after=${cursor}`)
    const { error } = await shop.get("/payments?limit=1&limit[]=2")
    expect(error).toMatchObject({
      param: "limit",
      message: "limit was sent 2 times, but must be sent once."
    })
  })
})
