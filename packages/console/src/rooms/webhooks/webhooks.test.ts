import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type OpenConsole, openConsole } from "../../testing/openConsole.ts"
import type { DeliveryView, WebhooksPage } from "./WebhookViews.ts"

const url = "https://shop.example/hooks"

describe("the room of webhooks", () => {
  let opened: OpenConsole
  let endpoint = ""
  beforeAll(async () => {
    opened = await openConsole()
    const made = await opened.act("webhooks.create", { subject: "", input: { url } })
    endpoint = ((await made.json()) as { readonly id: string }).id
    opened.receiver.status = 500
    await opened.pay("approved")
    await opened.work()
  })
  afterAll(() => opened.close())

  const list = async (query: string) =>
    (await opened.json(`${opened.data}/webhooks${query}`)) as unknown as WebhooksPage

  it("lists deliveries that are being retried as failing, with the last answer", async () => {
    const { data, endpoints } = await list("?show=failing")
    expect(endpoints.map((one) => [one.id, one.url])).toEqual([[endpoint, url]])
    expect(data.length).toBeGreaterThan(0)
    expect(data.map(({ status, last }) => [status, last?.status])).toEqual(
      data.map(() => ["pending", 500])
    )
    expect((await list("?show=delivered")).data).toEqual([])
  })

  it("lists the deliveries of one endpoint in each status", async () => {
    const ids = async (query: string) => (await list(query)).data.map(({ id }) => id)
    const failing = await ids("?show=failing")
    expect(await ids(`?show=failing&endpoint=${endpoint}`)).toEqual(failing)
    expect(await ids(`?show=pending&endpoint=${endpoint}`)).toEqual(failing)
    expect(await ids(`?show=failed&endpoint=${endpoint}`)).toEqual([])
    expect(await ids(`?show=failing&endpoint=endpoint_${"0".repeat(26)}`)).toEqual([])
  })

  it("shows the body that was sent, the answer, and the payment", async () => {
    const [row] = (await list("?show=failing")).data
    const view = (await opened.json(
      `${opened.data}/webhooks/${row?.id}`
    )) as unknown as DeliveryView
    const sent = opened.receiver.got.find(({ body }) => body.includes(row?.event ?? "none"))
    expect(view.body).toBe(sent?.body)
    expect(view.delivery.attempts[0]?.excerpt).toBe("the answer")
    expect(view.payment).toMatch(/^payment_/)
  })

  it("sends one delivery again", async () => {
    const [row] = (await list("?show=failing")).data
    opened.receiver.status = 200
    const done = await opened.act("webhooks.replay", { subject: row?.id })
    expect(await done.json()).toEqual({ queued: 1 })
    await opened.work()
    const { data } = await list("?show=delivered")
    expect(data.map(({ id }) => id)).toContain(row?.id)
    const view = (await opened.json(
      `${opened.data}/webhooks/${row?.id}`
    )) as unknown as DeliveryView
    expect(view.body).toBe(opened.receiver.got.at(-1)?.body)
  })

  it("sends all events of a period again", async () => {
    const input = { from: 0 }
    const done = await opened.act("webhooks.replay", { subject: endpoint, input })
    const { queued } = (await done.json()) as { readonly queued: number }
    expect(queued).toBe((await list("")).data.length)
    await opened.work()
    expect((await list("?show=failing")).data).toEqual([])
  })

  it("makes one endpoint, and shows its secret again, if the button is pressed twice", async () => {
    const body = { subject: "", input: { url: `${url}/2` }, idempotencyKey: "dialog-1" }
    const [first, second] = await Promise.all([
      opened.act("webhooks.create", body),
      opened.act("webhooks.create", body)
    ])
    const made = (await first.json()) as { readonly secret: string; readonly id: string }
    expect(made.secret).toMatch(/^whsec_/)
    expect(await second.json()).toEqual(made)
    expect((await list("")).endpoints.length).toBe(2)
    const { data } = await opened.merchant.audit.list({ subject: made.id })
    expect(data.map(({ operation, actor }) => [operation, actor.id])).toEqual([
      ["webhooks.create", "user_1"]
    ])
  })

  it("tells no secret to another person who repeats a request", async () => {
    const body = { subject: endpoint, idempotencyKey: "dialog-2" }
    const first = await (await opened.act("webhooks.rotateSecret", body)).json()
    opened.signIn({ id: "user_2" })
    const second = await (await opened.act("webhooks.rotateSecret", body)).json()
    opened.signIn({})
    expect(second).not.toEqual(first)
  })

  it("never lists a secret", async () => {
    expect(JSON.stringify(await list(""))).not.toContain("whsec_")
  })

  it("refuses filters and inputs that no delivery can have", async () => {
    expect((await opened.get(`${opened.data}/webhooks?show=all`)).status).toBe(400)
    expect((await opened.get(`${opened.data}/webhooks?endpoint=x`)).status).toBe(422)
    const bad = [{ from: "x" }, {}, "all", null]
    for (const input of bad) {
      const { status } = await opened.act("webhooks.replay", { subject: endpoint, input })
      expect([input, status]).toEqual([input, 422])
    }
  })
})
