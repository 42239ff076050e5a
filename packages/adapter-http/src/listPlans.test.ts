import { describe, expect, it } from "vitest"
import { expectInvalid } from "./testing/expectRefused.ts"
import { openShop } from "./testing/openShop.ts"
import { monthlyPlan } from "./testing/plans.ts"
import { idsOf, type Json, type Reply } from "./testing/shopClient.ts"

const shop = await openShop()
const stranger = await shop.open()

const all: Array<string> = []
for (let n = 0; n < 12; n++) {
  all.unshift(String((await shop.post("/plans", { ...monthlyPlan, name: `Plan ${n}` })).json.id))
}
await stranger.post("/plans", monthlyPlan)
const [retired = "", grandfathered = ""] = all.toReversed()
await shop.patch(`/plans/${retired}`, { status: "retired" })
const { id } = await shop.merchant.plans.supersede(
  grandfathered,
  {},
  { idempotencyKey: "supersede" }
)
all.unshift(id)

const list = async (query: string): Promise<Reply> => {
  const reply = await shop.get(`/plans?${query}`)
  expect([query, reply.status]).toEqual([query, 200])
  return reply
}

const expectRefused = async (query: string, param: string) =>
  expectInvalid(await shop.get(`/plans?${query}`), param)

describe("the list of plans", () => {
  it("is newest first, with the plans of every status, each like retrieve shows it", async () => {
    const reply = await list("limit=100")
    expect(idsOf(reply)).toEqual(all)
    for (const plan of reply.json.data as ReadonlyArray<Json>) {
      expect((await shop.get(`/plans/${plan.id}`)).json).toEqual(plan)
    }
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
    expect(idsOf(second)).toEqual(all.slice(6, 12))
    const third = await list(`limit=6&starting_after=${second.json.next_cursor}`)
    expect(idsOf(third)).toEqual(all.slice(12))
    expect([third.json.has_more, third.json.next_cursor]).toEqual([false, null])
  })

  it("takes any plan's id as a position, without a look-up, and refuses other texts", async () => {
    const last = "plan_7ZZZZZZZZZZZZZZZZZZZZZZZZZ"
    expect(idsOf(await list(`limit=1&starting_after=${last}`))).toEqual([all[0]])
    expect(idsOf(await list("starting_after=plan_01KA0000000000000000000000"))).toEqual([])
    for (const cursor of ["", "x", "customer_01KA0000000000000000000000"]) {
      await expectRefused(`starting_after=${cursor}`, "starting_after")
    }
  })

  it("is filtered by status: active, grandfathered or retired", async () => {
    expect(idsOf(await list("status=retired"))).toEqual([retired])
    expect(idsOf(await list("status=grandfathered"))).toEqual([grandfathered])
    const active = all.filter((plan) => plan !== retired && plan !== grandfathered)
    expect(idsOf(await list("status=active&limit=100"))).toEqual(active)
    const next = await list(`status=active&limit=4&starting_after=${active[3]}`)
    expect(idsOf(next)).toEqual(active.slice(4, 8))
  })

  it("refuses any other status with parameter_invalid", async () => {
    for (const status of ["canceled", "Active", "", "active,retired"]) {
      await expectRefused(`status=${status}`, "status")
    }
    await expectRefused("status=active&status=retired", "status")
  })

  it("does not apply ending_before and expand[]", async () => {
    const plain = await list("")
    for (const query of ["ending_before=x", "expand[]=plan", "ending_before=&expand=y"]) {
      expect((await list(query)).text).toBe(plain.text)
    }
  })

  it("has no plans of another tenant", async () => {
    expect(idsOf(await stranger.get("/plans"))).toHaveLength(1)
    expect(idsOf(await list("limit=100"))).toHaveLength(all.length)
  })
})
