import { Effect } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type OpenConsole, openConsole } from "../testing/openConsole.ts"

describe("a provider's notification that can't be booked", () => {
  let opened: OpenConsole
  beforeAll(async () => {
    opened = await openConsole()
  })
  afterAll(() => opened.close())

  /** Makes a payment that the bank reports a dispute of nothing about. */
  const held = async () => {
    const payment = await opened.pay("approved")
    const disputed = await opened.merchant.payments.retrieve(payment)
    await Effect.runPromise(opened.box.dispute(disputed, { amount: 0n, stage: "lost" }))
    await opened.box.notify(opened.payloom)
    await opened.work()
    return payment
  }

  const payment = async (id: string) =>
    (await opened.json(`${opened.data}/payments/${id}`)) as {
      readonly unbooked: ReadonlyArray<Notification>
      readonly possible: ReadonlyArray<{ readonly act: string }>
    }

  const actsOn = async (id: string) => (await payment(id)).possible.map(({ act }) => act)

  it("is shown with its payment, which can't be refunded meanwhile", async () => {
    const id = await held()
    const { unbooked } = await payment(id)
    expect(unbooked).toEqual([
      expect.objectContaining({ kind: "dispute", status: "kept", payment: id, amount: "0" })
    ])
    expect(await actsOn(id)).not.toContain("payments.refund")
  })

  it("is shown with its alert", async () => {
    const id = await held()
    const { data } = (await opened.json(`${opened.data}/alerts`)) as {
      readonly data: ReadonlyArray<{ readonly notification: Notification | null }>
    }
    const shown = data.flatMap(({ notification }) => notification ?? [])
    expect(shown).toContainEqual(expect.objectContaining({ payment: id, status: "kept" }))
  })

  it("can be tried again, and stays as it is if it still can't be booked", async () => {
    const id = await held()
    const [{ id: subject } = { id: "" }] = (await payment(id)).unbooked
    const response = await opened.act("notifications.replay", { subject })
    expect([response.status, await response.json()]).toEqual([
      200,
      expect.objectContaining({ id: subject, status: "kept" })
    ])
  })

  it("can be dismissed, and then the payment can be refunded", async () => {
    const id = await held()
    const [{ id: subject } = { id: "" }] = (await payment(id)).unbooked
    const reason = "Compared with the dashboard."
    expect((await opened.act("notifications.dismiss", { subject, reason })).status).toBe(200)
    expect((await payment(id)).unbooked).toEqual([])
    expect(await actsOn(id)).toContain("payments.refund")
    const { data } = await opened.merchant.audit.list({ subject })
    expect(data[0]).toMatchObject({
      operation: "notifications.dismiss",
      reason,
      actor: { id: "user_1" }
    })
  })
})

interface Notification {
  readonly id: string
}
