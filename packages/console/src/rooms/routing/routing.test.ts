import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type OpenConsole, openConsole } from "../../testing/openConsole.ts"
import type { RoutingView, SimulationView } from "./RoutingViews.ts"

describe("the room of routing", () => {
  let opened: OpenConsole
  let other = ""
  beforeAll(async () => {
    opened = await openConsole({ isReporting: true })
    const { routing } = opened.merchant
    const [first] = await routing.listMids()
    const made = await routing.createMid({
      provider: first?.provider ?? "",
      name: "second",
      currencies: ["EUR"],
      credentials: "secret-place"
    })
    other = made.id
    await opened.pay("approved")
    await opened.work()
  })
  afterAll(() => opened.close())

  const view = async () => (await opened.json(`${opened.data}/routing`)) as unknown as RoutingView

  it("shows each account with its attempts, and no place of credentials", async () => {
    const shown = await view()
    const last = shown.accounts.at(-1)
    expect(shown.accounts[0]).toMatchObject({ figures: { approved: 1 }, healthy: true })
    expect(last).toMatchObject({ id: other, figures: null, healthy: true })
    expect(JSON.stringify(shown)).not.toContain("secret-place")
  })

  it("stops and starts an account", async () => {
    for (const enabled of [false, true]) {
      const input = { enabled }
      const done = await opened.act("routing.updateMid", { subject: other, input })
      expect(await done.text()).not.toContain("secret-place")
      expect((await view()).accounts.at(-1)?.enabled).toBe(enabled)
    }
  })

  const rule = (mid: string) => ({
    name: "to the second",
    conditions: { currencies: ["EUR"], amountFrom: "1000" },
    order: "listed",
    targets: [{ mid, weight: 0 }]
  })
  const seen = async () => JSON.stringify((await view()).rules)

  it("tries rules on the last attempts, and changes nothing", async () => {
    const input = { rules: [rule(other)], seen: "" }
    opened.signIn({ role: "viewer" })
    const done = await opened.act("routing.simulate", { subject: "", input })
    opened.signIn({})
    const { attempts, changed, rules, accounts } = (await done.json()) as SimulationView
    expect([attempts, changed]).toEqual([1, 1])
    expect(rules).toEqual([{ name: "to the second", attempts: 1 }])
    expect(accounts.map(({ went, wouldGo }) => [went, wouldGo])).toEqual([
      [1, 0],
      [0, 1]
    ])
    expect((await view()).rules).toEqual([])
  })

  it("saves rules only over those that the page showed", async () => {
    const input = { rules: [rule(other)], seen: await seen() }
    const first = await opened.act("routing.setRules", { subject: "", input })
    expect(first.status).toBe(200)
    const second = await opened.act("routing.setRules", { subject: "", input })
    expect(second.status).toBe(409)
    expect(await second.text()).toContain("Somebody changed the rules meanwhile")
    expect((await opened.merchant.routing.rules())[0]?.conditions.amountFrom).toBe(1000n)
  })

  it("refuses rules that routing can't have", async () => {
    const bad = [{ ...rule(other), name: 1 }, rule("mid_none"), null, { ...rule(other), x: 1 }]
    for (const one of bad) {
      const input = { rules: [one], seen: await seen() }
      const { status } = await opened.act("routing.setRules", { subject: "", input })
      expect([one, status]).toEqual([one, 422])
    }
  })
})
