import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type OpenConsole, openConsole } from "../testing/openConsole.ts"
import type { ConsumersView } from "./consumers/ConsumersView.ts"
import type { JobsView } from "./jobs/JobsView.ts"
import type { KeysView } from "./keys/KeysView.ts"

describe("the rooms of the engine", () => {
  let opened: OpenConsole
  let isBroken = true
  beforeAll(async () => {
    opened = await openConsole()
    await opened.payloom.events.consume("orders", () => {
      if (isBroken) throw new Error("the order is unknown")
    })
    await opened.pay("approved")
    await opened.work()
  })
  afterAll(() => opened.close())

  const read = async <A>(path: string) =>
    (await opened.json(`${opened.data}${path}`)) as unknown as A

  it("show a new key once, and never its hash", async () => {
    const made = await opened.act("tenants.createApiKey", {
      subject: "",
      input: { kind: "secret" }
    })
    const { id, secret } = (await made.json()) as { readonly id: string; readonly secret: string }
    expect(secret).toMatch(/^sk_test_/)
    const { data } = await read<KeysView>("/keys")
    expect(data.find((key) => key.id === id)).toEqual({
      ...{ id, kind: "secret", revokedAt: null },
      created: expect.any(Number)
    })
    const { data: entries } = await opened.merchant.audit.list({ subject: id })
    expect(entries.map(({ operation }) => operation)).toEqual(["tenants.createApiKey"])
  })

  it("revoke a key at once", async () => {
    const { id, secret } = await opened.payloom.tenants.createApiKey(
      opened.merchant.scope,
      "secret"
    )
    expect((await opened.act("tenants.revokeApiKey", { subject: id })).status).toBe(200)
    await expect(opened.payloom.tenants.authenticate(secret)).rejects.toThrow()
    const wrong = await opened.act("tenants.createApiKey", { subject: "", input: { kind: "root" } })
    expect(wrong.status).toBe(422)
  })

  it("list jobs in the order in which they are due", async () => {
    const { data, isMore } = await read<JobsView>("/jobs")
    expect(data.length).toBeGreaterThan(0)
    expect(data.map(({ dueAt }) => dueAt)).toEqual(data.map(({ dueAt }) => dueAt).sort())
    expect(isMore).toBe(false)
    expect((await read<JobsView>("/jobs?show=late")).data).toEqual([])
    expect((await opened.get(`${opened.data}/jobs?show=toString`)).status).toBe(400)
  })

  it("list consumers, and the events that they could not handle", async () => {
    const { consumers, data } = await read<ConsumersView>("/consumers")
    expect(consumers?.map(({ name, behindMs }) => [name, behindMs])).toEqual([["orders", 0]])
    expect(data.length).toBeGreaterThan(0)
    expect(data[0]).toMatchObject({ consumer: "orders", error: expect.stringContaining("unknown") })
  })

  it("list no consumers for a person who may not see all merchants, but their own events", async () => {
    opened.signIn({ tenants: [opened.merchant.scope.tenant] })
    const { consumers, data } = await read<ConsumersView>("/consumers")
    opened.signIn({})
    expect(consumers).toBe(null)
    expect(data[0]).toMatchObject({ consumer: "orders" })
  })

  it("replay an event, and record who did it", async () => {
    isBroken = false
    const [first] = (await read<ConsumersView>("/consumers")).data
    const input = { consumer: "orders" }
    const done = await opened.act("consumers.replay", { subject: first?.event, input })
    expect(await done.json()).toEqual({ status: "failing" })
    await opened.work()
    const { data } = await read<ConsumersView>("/consumers")
    expect(data.map(({ event }) => event)).not.toContain(first?.event)
    const entries = await opened.merchant.audit.list({ actor: "user_1" })
    expect(entries.data.map(({ operation }) => operation)).toContain("consumers.replay")
  })

  it("refuse texts that no row can have, on which a database may fail", async () => {
    const paths = ["/keys?startingAfter=%00", "/consumers?startingAfter=%00"]
    for (const path of [...paths, "/ledger/payouts/po%00", "/webhooks?show=failing&endpoint=%00"]) {
      expect([path, (await opened.get(`${opened.data}${path}`)).status]).toEqual([path, 400])
    }
    const input = { consumer: "orders\0" }
    expect((await opened.act("consumers.replay", { subject: "event_1", input })).status).toBe(400)
  })

  it("replay no event of another merchant", async () => {
    isBroken = true
    await opened.pay("approved")
    await opened.work()
    const [first] = (await read<ConsumersView>("/consumers")).data
    const made = { displayName: "Other", defaultCurrency: "EUR" }
    const { id: tenant } = await opened.payloom.tenants.create(made)
    const event = first?.event ?? ""
    const url = `https://shop.example/console/api/${tenant}/test/consumers`
    const shown = await opened.handler(new Request(url))
    expect(((await shown.json()) as ConsumersView).data).toEqual([])
    const done = await opened.actIn({ tenant, mode: "test" }, "consumers.replay", {
      subject: event,
      input: { consumer: "orders" }
    })
    expect(done.status).toBe(404)
  })
})
