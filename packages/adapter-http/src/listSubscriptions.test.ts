import { describe, expect, it } from "vitest"
import { expectInvalid } from "./testing/expectRefused.ts"
import { openShop } from "./testing/openShop.ts"
import { idsOf, itemsOf, type Reply } from "./testing/shopClient.ts"
import { clubOf, monthly, pathOf } from "./testing/subscribing.ts"

const shop = clubOf(await openShop())
const stranger = await shop.open()
await stranger.post("/customers", {})

const payer = await shop.payer()
const plan = await shop.plan()
const all: Array<unknown> = []
for (let n = 0; n < 12; n++) {
  const made =
    n < 4
      ? (await shop.post("/subscriptions", { ...payer, ...monthly })).json
      : await shop.enroll(n < 6 ? { plan } : {})
  all.unshift(made.id)
}
const canceled = all[11]
await shop.post(pathOf({ id: canceled }, "/cancel"), { cancel_at_period_end: false })

const list = async (query: string): Promise<Reply> => {
  const reply = await shop.get(`/subscriptions?${query}`)
  expect([query, reply.status]).toEqual([query, 200])
  return reply
}

const expectRefused = async (query: string, param: string) =>
  expectInvalid(await shop.get(`/subscriptions?${query}`), param)

describe("the list of subscriptions", () => {
  it("is newest first, with those of every status, each like retrieve shows it", async () => {
    const reply = await list("limit=100")
    expect(idsOf(reply)).toEqual(all)
    for (const one of itemsOf(reply)) expect(await shop.standing(one)).toEqual(one)
  })

  it("has 10 items without a limit, and reduces a limit above 100", async () => {
    expect(idsOf(await list(""))).toEqual(all.slice(0, 10))
    expect(idsOf(await list("limit=1000"))).toEqual(all)
    for (const limit of ["0", "-1", "1.5", "ten", ""]) {
      await expectRefused(`limit=${limit}`, "limit")
    }
  })

  it("continues after the id of the last item, and has a next_cursor only if has_more", async () => {
    const first = (await list("limit=6")).json
    expect([first.has_more, first.next_cursor]).toEqual([true, all[5]])
    const second = await list(`limit=6&starting_after=${all[5]}`)
    expect(idsOf(second)).toEqual(all.slice(6))
    expect([second.json.has_more, second.json.next_cursor]).toEqual([false, null])
  })

  it("takes any subscription's id as a position, and refuses other texts", async () => {
    const last = "sub_7ZZZZZZZZZZZZZZZZZZZZZZZZZ"
    expect(idsOf(await list(`limit=1&starting_after=${last}`))).toEqual([all[0]])
    expect(idsOf(await list("starting_after=sub_00000000000000000000000000"))).toEqual([])
    for (const cursor of ["", "x", "plan_01KA0000000000000000000000"]) {
      await expectRefused(`starting_after=${cursor}`, "starting_after")
    }
  })

  it("is filtered by customer, by plan and by status, and all of them have to match", async () => {
    const own = all.slice(8)
    expect(idsOf(await list(`customer=${payer.customer}`))).toEqual(own)
    expect(idsOf(await list(`plan=${plan}`))).toEqual(all.slice(6, 8))
    expect(idsOf(await list("status=canceled"))).toEqual([canceled])
    expect(idsOf(await list("status=pending_first_payment&limit=100"))).toEqual(all.slice(0, 11))
    expect(idsOf(await list("status=past_due"))).toEqual([])
    expect(idsOf(await list(`customer=${payer.customer}&status=canceled`))).toEqual([canceled])
    expect(idsOf(await list(`customer=${payer.customer}&plan=${plan}`))).toEqual([])
    const next = await list(`customer=${payer.customer}&limit=2&starting_after=${own[1]}`)
    expect(idsOf(next)).toEqual(own.slice(2))
  })

  it("is empty for an unknown customer or plan", async () => {
    for (const query of ["customer=customer_", "plan=plan_"]) {
      expect(idsOf(await list(`${query}01KA0000000000000000000000`))).toEqual([])
    }
  })

  it("refuses an unknown status with parameter_invalid, and names the known ones", async () => {
    for (const status of ["retired", "Active", "", "active,paused"]) {
      await expectRefused(`status=${status}`, "status")
    }
    await expectRefused("status=active&status=paused", "status")
    const { error } = await shop.get("/subscriptions?status=retired")
    expect(error.message).toMatch(/^status must be one of pending_first_payment, trialing, active/)
  })

  it("refuses filters that are not ids of customers or plans", async () => {
    for (const id of ["", "x", plan]) await expectRefused(`customer=${id}`, "customer")
    for (const id of ["", "x", payer.customer]) await expectRefused(`plan=${id}`, "plan")
  })

  it("does not apply ending_before and expand[]", async () => {
    const plain = await list("")
    for (const query of ["ending_before=x", "expand[]=customer", "ending_before=&expand=y"]) {
      expect((await list(query)).text).toBe(plain.text)
    }
  })

  it("has no subscriptions of another tenant", async () => {
    expect(idsOf(await stranger.get("/subscriptions"))).toEqual([])
  })
})
