import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { roles } from "./ConsoleUser.ts"
import { allActs } from "./rooms.ts"
import { type OpenConsole, openConsole } from "./testing/openConsole.ts"

describe("an act", () => {
  let opened: OpenConsole
  beforeAll(async () => {
    opened = await openConsole()
  })
  afterAll(() => opened.close())

  const least = new Map([...allActs.values()].map(({ name, role }) => [name, role] as const))

  it("needs a role, which this table says for each", () => {
    expect(Object.fromEntries(least)).toEqual({
      "payments.capture": "operator",
      "payments.void": "operator",
      "payments.refund": "operator",
      "payments.cancel": "operator",
      "payments.resolveAttempt": "operator",
      "disputes.submitEvidence": "operator",
      "subscriptions.pause": "operator",
      "subscriptions.resume": "operator",
      "subscriptions.cancel": "operator",
      "subscriptions.recoverySession": "operator",
      "paymentInstruments.detach": "operator",
      "portalSessions.create": "operator",
      "customers.erase": "admin",
      "plans.update": "admin",
      "checkout.cancel": "operator",
      "alerts.take": "operator",
      "alerts.resolve": "operator",
      "alerts.reopen": "operator",
      "notifications.replay": "operator",
      "notifications.dismiss": "operator",
      "webhooks.create": "admin",
      "webhooks.update": "admin",
      "webhooks.rotateSecret": "admin",
      "webhooks.delete": "admin",
      "webhooks.replay": "operator",
      "routing.updateMid": "admin",
      "routing.setRules": "admin",
      "routing.simulate": "viewer",
      "ledger.compare": "viewer",
      "ledger.reconcile": "operator",
      "tenants.createApiKey": "admin",
      "tenants.revokeApiKey": "admin",
      "consumers.replay": "operator"
    })
  })

  const pairs = [...least].flatMap(([name, needs]) =>
    roles.map((role) => ({ name, role, isAllowed: roles.indexOf(role) >= roles.indexOf(needs) }))
  )

  it.each(pairs)("$name by a $role is let through: $isAllowed", async (pair) => {
    opened.signIn({ role: pair.role })
    const response = await opened.act(pair.name, { subject: "payment_unknown" })
    const { error } = (await response.json()) as { readonly error: { readonly code: string } }
    expect(error.code === "role_missing").toBe(!pair.isAllowed)
    if (!pair.isAllowed) expect(response.status).toBe(403)
  })

  it("is done once, however often its button is pressed", async () => {
    opened.signIn({ role: "operator" })
    const subject = await opened.pay("approved")
    const body = { subject, input: { amount: "625" }, idempotencyKey: "dialog-1" }
    const pressed = await Promise.all(
      Array.from({ length: 5 }, () => opened.act("payments.refund", body))
    )
    const done = pressed.filter(({ status }) => status === 200)
    expect(done.length).toBeGreaterThan(0)
    // A press during the first one is refused, and changes nothing.
    expect(pressed.filter(({ status }) => status !== 200 && status !== 409)).toEqual([])
    await opened.work()
    const { data } = await opened.merchant.payments.listRefunds(subject)
    expect(data.map(({ amount }) => amount)).toEqual([625n])
  })

  it("is refused with the engine's own sentence", async () => {
    const subject = await opened.pay("approved")
    const response = await opened.act("payments.refund", { subject, input: { amount: "9999" } })
    expect(response.status).toBe(422)
    expect(await response.text()).toContain("must be at most 1250, but is 9999")
  })

  it("is refused if its body has anything else than it should", async () => {
    const subject = await opened.pay("approved")
    const bodies: ReadonlyArray<readonly [object, number]> = [
      [{ subject: 1 }, 400],
      [{ subject, role: "admin" }, 400],
      [{ subject, idempotencyKey: "" }, 400],
      [{ subject, idempotencyKey: "ключ" }, 400],
      [{ subject, reason: "x".repeat(501) }, 400],
      [{ subject, input: { amount: 5 } }, 422],
      [{ subject, input: { amount: "1", other: "1" } }, 422],
      [{ subject, input: "all" }, 422]
    ]
    for (const [body, status] of bodies) {
      const answered = (await opened.act("payments.refund", body)).status
      expect([body, answered]).toEqual([body, status])
    }
  })
})
