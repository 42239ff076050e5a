import type { Payment, WebhookRequest, WebhookResponse } from "@payloom/core"
import { Effect } from "effect"
import { pay, type Stage } from "./business.ts"

const dayMs = 86_400_000

/** The receivers of a scene's webhooks: a shop that answers, and a warehouse that is broken. */
export const receivers = {
  shop: "https://shop.example/hooks/payments",
  warehouse: "https://warehouse.example/hooks",
  old: "https://old.example/hooks"
}

/** Sends a scene's webhooks to nobody. The answer depends on the address only. */
export const webhooksOfScene = (excerpt: string) => ({
  refusal: () => Effect.succeed(null),
  send: ({ url }: WebhookRequest): Effect.Effect<WebhookResponse> =>
    Effect.succeed(
      url === receivers.shop
        ? { _tag: "Answered", status: 200, excerpt: "ok" }
        : url === receivers.old
          ? { _tag: "Answered", status: 410, excerpt: "Gone" }
          : { _tag: "Answered", status: 500, excerpt }
    )
})

/** Does something as a person in the console. */
export type ActAs = (
  user: string,
  name: string,
  body: { readonly subject: string; readonly input?: object; readonly reason?: string }
) => Promise<Readonly<Record<string, unknown>>>

/** Renames the merchant accounts, and adds rules. */
export const setRouting = async ({ lab: { shop }, texts }: Stage, act: ActAs): Promise<void> => {
  const mids = await shop.routing.listMids()
  for (const [nth, { id }] of mids.entries()) {
    await shop.routing.updateMid(id, { name: texts.accounts[nth] ?? "" })
  }
  const [first, second, third] = mids.map(({ id }) => id)
  const rules = [
    {
      name: "Germany first to the second account",
      conditions: { currencies: ["EUR"], cardCountries: ["DE"], amountFrom: "500" },
      order: "listed",
      targets: [first, second].map((mid) => ({ mid, weight: 0 }))
    },
    {
      name: texts.name(1),
      conditions: { brands: ["amex"] },
      order: "weighted",
      targets: [
        { mid: second, weight: 70 },
        { mid: third, weight: 30 }
      ]
    }
  ]
  const input = { rules, seen: JSON.stringify(await shop.routing.rules()) }
  await act(texts.people[0], "routing.setRules", { subject: "", input, reason: texts.line(3) })
}

/** Makes keys, of which one is revoked. */
export const makeKeys = async ({ texts }: Stage, act: ActAs): Promise<void> => {
  const make = (kind: string) =>
    act(texts.people[0], "tenants.createApiKey", { subject: "", input: { kind } })
  await make("secret")
  await make("publishable")
  const { id } = await make("secret")
  await act(texts.people[0], "tenants.revokeApiKey", { subject: String(id) })
}

/** Compares and books a settlement report of some payments. Returns the id of the payout. */
export const settle = async (
  { lab: { shop, clock }, texts }: Stage,
  payments: ReadonlyArray<Payment>,
  act: ActAs
): Promise<string> => {
  const lines: Array<string> = []
  let subject = ""
  for (const { id, amount } of payments.filter(({ status }) => status === "succeeded")) {
    const [attempt] = (await shop.payments.listAttempts(id)).data
    if (attempt?.mid == null || (subject !== "" && attempt.mid !== subject)) continue
    subject = attempt.mid
    const gross = `${amount / 100n}.${String(amount % 100n).padStart(2, "0")}`
    lines.push(`${attempt.id},charge,${gross},0.${30 + lines.length},EUR,po_2027_02_26`)
  }
  const header = "reference,kind,gross,fee,currency,settlement"
  const file = [header, ...lines].join("\n")
  const input = { file, form: "plain", from: clock.now() - 60 * dayMs, to: clock.now() }
  await act(texts.people[0], "ledger.reconcile", { subject, input })
  return "po_2027_02_26"
}

/** Payments that people did something with. */
interface Handled {
  /** A payment with a cascade, refunds, and reasons. */
  readonly story: string
  readonly declined: string
  readonly unknown: string
  readonly held: string
}

/** Makes payments that need people, and lets people act on them. */
export const handleSome = async (stage: Stage, customer: string, act: ActAs): Promise<Handled> => {
  const { lab, texts } = stage
  const fields = { customer, metadata: { order: "4711", note: texts.line(2) } }
  const story = (await pay(stage, "cascade", 12900n, fields)).id
  await lab.advance("3 minutes")
  await act(texts.people[1], "payments.refund", {
    subject: story,
    input: { amount: "2500", reason: texts.line(0) },
    reason: texts.line(0)
  })
  await lab.advance("20 minutes")
  await act(texts.people[0], "payments.refund", {
    subject: story,
    input: { amount: "1000" },
    reason: texts.line(4)
  })
  await lab.advance("11 minutes")
  await act(texts.people[1], "payments.refund", { subject: story, input: { amount: "400" } })
  const declined = (await pay(stage, "insufficient_funds", 8900n, fields)).id
  await lab.advance("4 minutes")
  const held = (await pay(stage, "approved", 15000n, { customer, captureMethod: "manual" })).id
  await lab.advance("2 minutes")
  const unknown = (await pay(stage, "timeout_charged", 5400n, fields)).id
  return { story, declined, unknown, held }
}

/** Lets people take and resolve alerts, with notes. */
export const handleAlerts = async ({ lab: { shop }, texts }: Stage, act: ActAs): Promise<void> => {
  const { data } = await shop.alerts.list({ state: "open" })
  const [first, second, third] = data
  if (first !== undefined) await act(texts.people[1], "alerts.take", { subject: first.id })
  for (const alert of [second, third]) {
    if (alert === undefined || data.length < 4) continue
    const input = { note: texts.line(1) }
    await act(texts.people[0], "alerts.resolve", { subject: alert.id, input })
  }
}
