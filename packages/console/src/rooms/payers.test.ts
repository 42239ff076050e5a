import { randomUUID } from "node:crypto"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { tokenHeader } from "../frame/sameOrigin.ts"
import { type PayersScene, payersScene } from "../testing/payersScene.ts"
import type { CustomersPage, CustomerView } from "./customers/CustomerView.ts"
import type { DisputesPage, DisputeView } from "./disputes/DisputeView.ts"
import { disputesDue } from "./disputes/disputesDue.ts"
import type { EvidenceView } from "./disputes/EvidenceView.ts"
import type { PlansPage, PlanView } from "./plans/PlanView.ts"
import type { SessionsPage, SessionView } from "./sessions/SessionView.ts"
import type { SubscriptionsPage, SubscriptionView } from "./subscriptions/SubscriptionView.ts"

const origin = "https://shop.example"
const dayMs = 86_400_000
const token = "t".repeat(43)

let scene: PayersScene
beforeAll(async () => {
  scene = await payersScene()
})
afterAll(() => scene.close())

const data = () => {
  const { tenant, mode } = scene.merchant.scope
  return `${origin}/console/api/${tenant}/${mode}`
}

const read = async <A>(path: string): Promise<A> =>
  (await scene.handler(new Request(`${data()}${path}`))).json() as Promise<A>

const statusOf = async (path: string): Promise<number> =>
  (await scene.handler(new Request(`${data()}${path}`))).status

const act = async (
  name: string,
  subject: string,
  input: object = {},
  reason = "asked by phone"
) => {
  const response = await scene.handler(
    new Request(`${data()}/acts/${name}`, {
      method: "POST",
      headers: {
        "Content-Type": "application/json",
        "Sec-Fetch-Site": "same-origin",
        Cookie: `__Host-payloom-console=${token}`,
        [tokenHeader]: token
      },
      body: JSON.stringify({ subject, input, reason, idempotencyKey: randomUUID() })
    })
  )
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}

const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10)

describe("the room of subscriptions", () => {
  it("lists subscriptions by status, with the names of customers and plans", async () => {
    const { data: rows, customers, plans } = await read<SubscriptionsPage>("/subscriptions")
    expect(rows.map(({ status }) => status)).toEqual([
      "active",
      "trialing",
      "past_due",
      "paused",
      "active"
    ])
    expect(customers.map(({ name }) => name)).toContain("Ada Lovelace")
    expect(plans.map(({ name }) => name)).toContain("Club")
    const overdue = await read<SubscriptionsPage>("/subscriptions?status=past_due")
    expect(overdue.data.map(({ id }) => id)).toEqual([scene.ids.pastDue])
    const plan = overdue.data[0]?.plan
    const same = await read<SubscriptionsPage>(`/subscriptions?status=past_due&plan=${plan}`)
    expect(same.data).toEqual(overdue.data)
    const none = await read<SubscriptionsPage>(`/subscriptions?status=canceled&plan=${plan}`)
    expect(none.data).toEqual([])
    expect(await statusOf("/subscriptions?status=none")).toBe(400)
  })

  it("says what a subscription will be charged and when", async () => {
    const view = await read<SubscriptionView>(`/subscriptions/${scene.ids.active}`)
    const { charges } = view.upcoming
    expect(charges.slice(0, 3).map(({ at, amount }) => `${dayOf(at)} ${amount}`)).toEqual([
      "2026-10-15 1250",
      "2026-11-15 1250",
      "2026-12-15 1250"
    ])
    expect(view.cycles.map(({ status, payment }) => [status, payment?.status])).toEqual(
      Array.from({ length: 4 }, () => ["paid", "succeeded"])
    )
    expect(view).toMatchObject({ grantsAccess: true, plan: { name: "Club" } })
    expect(view.possible).toEqual(["subscriptions.pause", "subscriptions.cancel"])
  })

  it("shows the retries of an overdue subscription, and its last decline", async () => {
    const view = await read<SubscriptionView>(`/subscriptions/${scene.ids.pastDue}`)
    expect(view.upcoming.charges[0]).toMatchObject({ kind: "retry" })
    expect(view.upcoming.retries?.dates.map(dayOf)).toEqual(["2026-09-24", "2026-10-01"])
    expect(view.cycles[0]?.payment).toMatchObject({ declineCode: "insufficient_funds" })
    expect(view.possible).toContain("subscriptions.recoverySession")
  })

  it("pauses, resumes and cancels, and records who did it and why", async () => {
    const { active } = scene.ids
    expect((await act("subscriptions.pause", active, { behavior: "shift" })).status).toBe(200)
    const paused = await read<SubscriptionView>(`/subscriptions/${active}`)
    expect(paused.pause?.behavior).toBe("shift")
    expect(paused.upcoming).toMatchObject({ charges: [], stops: { status: "paused" } })
    expect((await act("subscriptions.resume", active)).status).toBe(200)
    const end = await act("subscriptions.cancel", active, { cancelAtPeriodEnd: true })
    expect(end.body).toMatchObject({ cancelAtPeriodEnd: true })
    const { acts, upcoming } = await read<SubscriptionView>(`/subscriptions/${active}`)
    expect(acts.map(({ operation, reason }) => [operation, reason])).toEqual([
      ["subscriptions.cancel", "asked by phone"],
      ["subscriptions.resume", "asked by phone"],
      ["subscriptions.pause", "asked by phone"]
    ])
    expect(upcoming.stops).toMatchObject({ status: "canceled" })
  })

  it("refuses inputs that the engine does not know", async () => {
    const { pastDue } = scene.ids
    const wrong = await act("subscriptions.pause", pastDue, { behavior: "stop" })
    expect(wrong.status).toBe(422)
    expect((await act("subscriptions.resume", pastDue)).status).toBe(409)
    expect((await act("subscriptions.cancel", "sub_none")).status).toBe(404)
  })

  it("makes a payment link for an overdue subscription", async () => {
    const { pastDue } = scene.ids
    const made = await act("subscriptions.recoverySession", pastDue)
    expect(made.body).toMatchObject({ session: expect.stringMatching(/^checkout_/), url: null })
    // The token of a session lets people pay, so the console never answers it.
    expect(JSON.stringify(made.body)).not.toContain("sessionToken")
  })
})

describe("the room of disputes", () => {
  it("lists the disputes that wait for evidence, the earliest deadline first", async () => {
    const { data: rows, customers } = await read<DisputesPage>("/disputes")
    expect(rows.map(({ id }) => id)).toEqual(scene.ids.disputes)
    expect(customers.map(({ name }) => name)).toContain("Lea Martin")
    expect((await read<DisputesPage>("/disputes?show=open")).data).toHaveLength(3)
    expect((await read<DisputesPage>("/disputes?show=closed")).data).toEqual([])
    expect(await statusOf("/disputes?show=none")).toBe(400)
  })

  it("lists deadlines that have passed after those to come", async () => {
    const { lab, merchant, ids } = scene
    const [first, second, third] = ids.disputes
    const later = lab.clock.now() + 3 * dayMs
    const { rows } = await disputesDue(lab.payloom, merchant.scope, later, "")
    expect(rows.map(({ id }) => id)).toEqual([second, third, first])
  })

  it("continues a list after a day and an id", async () => {
    const [first, ...others] = scene.ids.disputes
    const { dispute } = await read<DisputeView>(`/disputes/${first}`)
    const cursor = encodeURIComponent(`${dayOf(dispute.evidenceDueBy ?? 0)}/${first}`)
    const { data: rows } = await read<DisputesPage>(`/disputes?startingAfter=${cursor}`)
    expect(rows.map(({ id }) => id)).toEqual(others)
    const odd = await read<DisputesPage>("/disputes?startingAfter=%2F..%2F")
    expect(odd.data.length).toBeLessThanOrEqual(3)
  })

  it("shows the evidence that the provider takes, and submits it with the person's name", async () => {
    const id = scene.ids.disputes[1] ?? ""
    const path = `/disputes/${id}/evidence`
    const { status, forms } = await read<EvidenceView>(path)
    expect([status, forms[0]?.fields.map(({ name }) => name)]).toEqual([
      "open",
      ["explanation", "receipt"]
    ])
    const receipt = { field: "receipt", name: "r.pdf", type: "application/pdf" }
    const files = [{ ...receipt, data: Buffer.alloc(2 ** 20, "%PDF").toString("base64") }]
    const input = { reason: "general", texts: { explanation: "It came." }, files, isFinal: true }
    const empty = await act("disputes.submitEvidence", id, { ...input, texts: {} })
    expect(empty.body).toMatchObject({
      error: { fields: { "texts.explanation": expect.stringContaining("is required") } }
    })
    const long = { ...input, texts: { explanation: "x".repeat(170_000) } }
    expect((await act("disputes.submitEvidence", id, long)).body).toMatchObject({
      error: { fields: { "texts.explanation": expect.any(String) } }
    })
    const answer = await act("disputes.submitEvidence", id, input)
    expect([answer.status, answer.body.status]).toEqual([200, "submitted"])
    expect((await read<EvidenceView>(path)).last).toMatchObject({ status: "submitted" })
    const { acts } = await read<DisputeView>(`/disputes/${id}`)
    expect(acts[0]).toMatchObject({
      operation: "disputes.submitEvidence",
      actor: { name: "Ada" },
      reason: "asked by phone"
    })
  })

  it("shows a dispute with its payment, customer, account and events", async () => {
    const view = await read<DisputeView>(`/disputes/${scene.ids.disputes[0]}`)
    expect(view).toMatchObject({
      takesEvidence: true,
      account: { provider: "sandbox" },
      payment: { status: "succeeded" },
      customer: { email: expect.stringContaining("@example.com") }
    })
    expect(view.events.map(({ type }) => type)).toContain("dispute.created")
    expect(view.providerReference).not.toBe("")
  })
})

describe("the room of customers", () => {
  it("finds a customer by e-mail, reference and id, in any case of letters", async () => {
    for (const text of ["ada@example.com", "ADA@example.com", "C-1001", scene.ids.ada]) {
      const { data: rows } = await read<CustomersPage>(
        `/customers?text=${encodeURIComponent(text)}`
      )
      expect([text, rows.map(({ id }) => id)]).toEqual([text, [scene.ids.ada]])
    }
    const none = await read<CustomersPage>("/customers?text=nobody%40example.com")
    expect(none.data).toEqual([])
    expect(await statusOf(`/customers?text=${"x".repeat(501)}`)).toBe(400)
  })

  it("lists all customers, newest first", async () => {
    const { data: rows } = await read<CustomersPage>("/customers")
    expect(rows.map(({ reference }) => reference)).toEqual([
      "C-1005",
      "C-1004",
      "C-1003",
      "C-1002",
      "C-1001"
    ])
  })

  it("shows saved cards, last payments and subscriptions", async () => {
    const view = await read<CustomerView>(`/customers/${scene.ids.ada}`)
    expect(view.payments).toHaveLength(4)
    expect(view.subscriptions?.map(({ id }) => id)).toEqual([scene.ids.active])
    expect(view.instruments.map(({ billedBy }) => billedBy)).toEqual([scene.ids.active])
  })

  it("detaches a card that no subscription bills", async () => {
    const { ada } = scene.ids
    const { id: spare } = await scene.lab.card({ customer: ada })
    const { instruments } = await read<CustomerView>(`/customers/${ada}`)
    const billed = instruments.find(({ billedBy }) => billedBy !== null)?.instrument.id ?? ""
    expect((await act("paymentInstruments.detach", billed)).status).toBe(409)
    expect((await act("paymentInstruments.detach", spare)).body).toMatchObject({ detached: true })
  })
})

describe("erasing a customer", () => {
  it("is refused while a subscription of theirs is in flight, which the answer names", async () => {
    const { data: rows } = await read<CustomersPage>("/customers?text=C-1003")
    const done = await act("customers.erase", rows[0]?.id ?? "")
    expect(done.status).toBe(409)
    expect(JSON.stringify(done.body)).toContain(scene.ids.pastDue)
  })

  it("removes what is personal, and is recorded", async () => {
    const { id } = await scene.merchant.customers.create(
      { name: "Eve", email: "eve@example.com" },
      { idempotencyKey: randomUUID() }
    )
    expect((await act("customers.erase", id)).body).toMatchObject({ name: null, email: null })
    const { customer, acts } = await read<CustomerView>(`/customers/${id}`)
    expect([customer.name, acts[0]?.operation]).toEqual([null, "customers.erase"])
  })
})

describe("the room of plans", () => {
  it("shows a plan, and the charges of a subscription that begins now", async () => {
    const { data: rows } = await read<PlansPage>("/plans?status=active")
    expect(rows.map(({ name }) => name)).toEqual(["Box, delivered to your door", "Club"])
    const view = await read<PlanView>(`/plans/${scene.ids.plan}`)
    expect(view.preview?.cycles).toHaveLength(6)
  })

  it("retires a plan, which then takes no subscribers", async () => {
    const { plan } = scene.ids
    expect((await act("plans.update", plan, { status: "retired" })).status).toBe(200)
    const view = await read<PlanView>(`/plans/${plan}`)
    expect([view.plan.status, view.preview, view.refusal]).toEqual(["retired", null, null])
  })
})

describe("the room of checkout sessions", () => {
  it("lists sessions by status, without their tokens", async () => {
    const { data: rows } = await read<SessionsPage>("/sessions?status=created")
    expect(rows.map(({ id }) => id)).toContain(scene.ids.session)
    expect(JSON.stringify(rows)).not.toMatch(/token/i)
    expect((await read<SessionsPage>("/sessions?status=succeeded")).data).toEqual([])
  })

  it("cancels a session that was not paid, once", async () => {
    const { session } = scene.ids
    expect((await read<SessionView>(`/sessions/${session}`)).isOpen).toBe(true)
    expect((await act("checkout.cancel", session)).body).toMatchObject({ status: "canceled" })
    const view = await read<SessionView>(`/sessions/${session}`)
    expect([view.isOpen, view.acts.length]).toEqual([false, 1])
  })
})
