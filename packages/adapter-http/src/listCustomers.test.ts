import { describe, expect, it } from "vitest"
import { expectInvalid } from "./testing/expectRefused.ts"
import { openShop } from "./testing/openShop.ts"
import { idsOf, itemsOf, type Json } from "./testing/shopClient.ts"

const shop = await openShop()
const stranger = await shop.open()

const all: Array<unknown> = []
for (let n = 0; n < 110; n++) {
  const fields: Json = {
    ...(n % 10 === 0 ? { email: "ada@example.com" } : {}),
    ...(n % 20 === 0 ? { reference: "first" } : {})
  }
  all.unshift((await shop.post("/customers", fields)).json.id)
}
const withEmail = all.filter((_, at) => (109 - at) % 10 === 0)
const withBoth = all.filter((_, at) => (109 - at) % 20 === 0)
const foreign = (await stranger.post("/customers", { email: "ada@example.com" })).json.id

const ids = async (query: string) => {
  const reply = await shop.get(`/customers?${query}`)
  expect([query, reply.status]).toEqual([query, 200])
  return idsOf(reply)
}

const expectRefused = async (query: string, param: string) =>
  expectInvalid(await shop.get(`/customers?${query}`), param)

const cursorOf = async (query: string) => {
  const { json } = await shop.get(`/customers?${query}`)
  return encodeURIComponent(String(json.next_cursor))
}

describe("the list of customers", () => {
  it("is newest first, and shows each customer like retrieve", async () => {
    expect(await ids("limit=3")).toEqual(all.slice(0, 3))
    const [first] = itemsOf(await shop.get("/customers?limit=1"))
    expect((await shop.get(`/customers/${first?.id}`)).json).toEqual(first)
  })

  it("has 25 items without a limit", async () => {
    expect(await ids("")).toEqual(all.slice(0, 25))
  })

  it("reduces a limit above 100 to 100", async () => {
    expect(await ids("limit=101")).toEqual(all.slice(0, 100))
    expect(await ids("limit=99999999999999999999")).toHaveLength(100)
  })

  it("refuses a limit that is not a whole number of 1 or more", async () => {
    for (const limit of ["0", "-1", "1.5", "ten", ""])
      await expectRefused(`limit=${limit}`, "limit")
  })

  it("continues at starting_after, with each item once", async () => {
    const seen: Array<unknown> = []
    let query = "limit=40"
    for (;;) {
      const { json } = await shop.get(`/customers?${query}`)
      seen.push(...(json.data as ReadonlyArray<Json>).map(({ id }) => id))
      if (json.has_more === false) {
        expect(json.next_cursor).toBe(null)
        break
      }
      query = `limit=40&starting_after=${encodeURIComponent(String(json.next_cursor))}`
    }
    expect(seen).toEqual(all)
  })

  it("refuses ending_before and expand[]", async () => {
    await expectRefused(`ending_before=${await cursorOf("limit=1")}`, "ending_before")
    await expectRefused("ending_before=", "ending_before")
    for (const name of ["expand[]", "expand", "expand%5B%5D"]) {
      await expectRefused(`${name}=default_payment_instrument`, "expand")
    }
  })

  it("refuses a cursor that is malformed, an id, or another account's", async () => {
    await expectRefused("starting_after=x", "starting_after")
    await expectRefused("starting_after=", "starting_after")
    await expectRefused(`starting_after=${all[0]}`, "starting_after")
    await stranger.post("/customers", {})
    const { json } = await stranger.get("/customers?limit=1")
    await expectRefused(`starting_after=${json.next_cursor}`, "starting_after")
    const payments = await shop.pay()
    expect(payments.status).toBe(200)
    await shop.pay()
    const other = (await shop.get("/payments?limit=1")).json.next_cursor
    await expectRefused(`starting_after=${other}`, "starting_after")
  })
})

describe("the filters of customers", () => {
  it("match the email and the reference exactly", async () => {
    expect(await ids("email=ada@example.com")).toEqual(withEmail)
    expect(await ids("reference=first")).toEqual(withBoth)
    expect(await ids("email=ada@example.co")).toEqual([])
    expect(await ids("reference=fir")).toEqual([])
    expect(await ids("reference=")).toEqual([])
  })

  it("are case-sensitive", async () => {
    expect(await ids("email=Ada@example.com")).toEqual([])
    expect(await ids("reference=First")).toEqual([])
  })

  it("can be combined, and paged", async () => {
    const both = "email=ada@example.com&reference=first"
    expect(await ids(both)).toEqual(withBoth)
    const cursor = await cursorOf(`${both}&limit=2`)
    expect(await ids(`${both}&limit=2&starting_after=${cursor}`)).toEqual(withBoth.slice(2, 4))
    expect(await ids("reference=first&email=bob@example.com")).toEqual([])
  })

  it("find no customers of another account", async () => {
    expect(await ids("email=ada@example.com&limit=100")).not.toContain(foreign)
  })

  it("refuse a cursor that was issued under a different reference or email", async () => {
    const cursor = await cursorOf("email=ada@example.com&limit=2")
    for (const query of ["", "email=bob@example.com&", "reference=ada@example.com&"]) {
      await expectRefused(`${query}starting_after=${cursor}`, "starting_after")
    }
    const unfiltered = await cursorOf("limit=2")
    await expectRefused(`reference=first&starting_after=${unfiltered}`, "starting_after")
  })

  it("find updated values", async () => {
    const [id] = withBoth
    await shop.patch(`/customers/${id}`, { reference: "moved" })
    expect(await ids("reference=moved")).toEqual([id])
    expect(await ids("reference=first")).not.toContain(id)
  })
})
