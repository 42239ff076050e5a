import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type OpenConsole, openConsole } from "./testing/openConsole.ts"

describe("payments", () => {
  let opened: OpenConsole
  let ids: ReadonlyArray<string>
  const list = async (query = ""): Promise<ReadonlyArray<unknown>> => {
    const { data } = await opened.json(`${opened.data}/payments${query}`)
    return (data as ReadonlyArray<{ readonly id: string }>).map(({ id }) => id)
  }
  beforeAll(async () => {
    opened = await openConsole({ isReporting: true })
    ids = [
      await opened.pay("approved", { metadata: { order: "=1+1" } }),
      await opened.pay("insufficient_funds"),
      await opened.pay("approved", { captureMethod: "manual" })
    ]
    await opened.work()
  })
  afterAll(() => opened.close())

  it("are listed newest first, by filters that all have to match", async () => {
    expect(await list()).toEqual([...ids].reverse())
    expect(await list("?status=declined")).toEqual([ids[1]])
    expect(await list("?status=declined&status=authorized")).toEqual([ids[2], ids[1]])
    expect(await list("?declineCode=insufficient_funds&declineCode=no_route")).toEqual([ids[1]])
    expect(await list("?brand=jcb&brand=visa&currency=USD&currency=EUR")).toHaveLength(3)
    expect(await list("?method=apple_pay&method=ideal")).toEqual([])
    expect(await list("?metadata=order%3D%3D1%2B1")).toEqual([ids[0]])
    expect(await list("?amount=1250&last4=4242&brand=visa")).toEqual([ids[2], ids[0]])
    expect(await list("?amount=1251")).toEqual([])
  })

  it("are listed with the names of their customers", async () => {
    const { data, customers } = await opened.json(`${opened.data}/payments?status=declined`)
    const [row] = data as ReadonlyArray<{ readonly customer: string }>
    expect(customers).toEqual([{ id: row?.customer, name: null, email: null }])
  })

  it("are refused for a filter that no payment can match", async () => {
    const wrong = ["status=gone", "amount=-1", "amount=12.50", "metadata=order", "createdGte=now"]
    const many = Array.from({ length: 51 }, (_, nth) => `brand=${nth}`).join("&")
    for (const query of [...wrong, many, "declineCode=none", "startingAfter=x"]) {
      const { status } = await opened.get(`${opened.data}/payments?${query}`)
      expect([query, status >= 400 && status < 500]).toEqual([query, true])
    }
  })

  it("are exported with a header and a line for each", async () => {
    const response = await opened.get(`${opened.data}/payments.csv?status=declined`)
    expect(response.headers.get("content-disposition")).toContain("attachment")
    const [header, line, end] = (await response.text()).split("\r\n")
    expect(header).toMatch(/^created,payment,status,amount,currency,/)
    expect(line).toMatch(new RegExp(`Z,${ids[1]},declined,12.50,EUR,0.00,no,card,visa,\\d{4},`))
    expect(end).toBe("")
  })

  it("each say what can be done now", async () => {
    const possible = async (id = "") =>
      (await opened.json(`${opened.data}/payments/${id}`)).possible
    expect(await possible(ids[0])).toEqual([{ act: "payments.refund", most: "1250" }])
    expect(await possible(ids[1])).toEqual([])
    expect(await possible(ids[2])).toEqual([
      { act: "payments.capture", most: "1250" },
      { act: "payments.void" }
    ])
  })

  it("each show who did what, and why", async () => {
    const subject = ids[0] ?? ""
    await opened.act("payments.refund", { subject, input: { amount: "250" }, reason: "Broken\nin" })
    const { acts } = await opened.json(`${opened.data}/payments/${subject}`)
    expect(acts).toMatchObject([
      {
        actor: { type: "user", id: "user_1", name: "Ada" },
        operation: "payments.refund",
        reason: "Broken in"
      }
    ])
    const { data } = await opened.json(`${opened.data}/audit?actor=user_1`)
    expect(data).toMatchObject([{ subject }])
  })

  it("are found by a search, and counted on the first page", async () => {
    const { hits } = await opened.json(`${opened.data}/search?text=${ids[1]}`)
    expect(hits).toMatchObject([{ object: "payment", id: ids[1], matchedBy: "id" }])
    const { figures } = await opened.json(`${opened.data}/home?days=1`)
    expect(figures).toMatchObject({ by: "hour", total: { volume: [{ currency: "EUR" }] } })
    expect((await opened.get(`${opened.data}/home?days=2`)).status).toBe(400)
  })

  it("are not found for an id of another account", async () => {
    const { status } = await opened.get(
      `${opened.data}/payments/payment_00000000000000000000000000`
    )
    expect(status).toBe(404)
  })
})
