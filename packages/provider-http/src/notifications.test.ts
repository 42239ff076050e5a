import { createHmac } from "node:crypto"
import type { KnownCharge, ProviderNotification } from "@payloom/core"
import { Effect, Option } from "effect"
import { describe, expect, it } from "vitest"
import {
  acme,
  acmeTable,
  charged,
  chargeOrder,
  mid,
  reference,
  type Scripted
} from "./testing/acme.ts"

const known: KnownCharge = {
  ...chargeOrder(),
  providerReference: null,
  created: Date.now(),
  isInFlight: true
}

const signed = (event: object | string) => {
  const body = typeof event === "string" ? event : JSON.stringify(event)
  const signature = createHmac("sha256", "key").update(body).digest("hex")
  return { headers: { "acme-signature": signature }, body }
}

const event = { id: "evt_1", about: { reference, charge: "ch_1" } }

const read = async (
  raw: ReturnType<typeof signed>,
  answer: Scripted = { body: { data: [charged()] } },
  charge: KnownCharge | null = known,
  table: Parameters<typeof acme>[1] = {}
) => {
  const { provider, received } = acme([answer], table)
  const attempt = () => Effect.succeed(Option.fromNullOr(charge))
  const notifications = await Effect.runPromise(provider.readNotification(mid, raw, { attempt }))
  return { notifications: Option.getOrNull(notifications), received }
}

describe("a webhook", () => {
  it("reports a charge as the provider has it, and not as the webhook says", async () => {
    const lying = { ...event, about: { ...event.about, state: "paid", amount: 1 } }
    const { notifications } = await read(signed(lying))
    expect(notifications).toMatchObject([
      { _tag: "Charge", id: "evt_1", reference, charge: { state: "captured", amount: 1250n } }
    ])
  })

  it("reports a refund by its reference, looked up at its charge", async () => {
    const about = { reference: "refund_1", charge: "ch_1" }
    const answer = { body: [{ id: "re_1", reference: "refund_1", state: "done" }] }
    const { notifications, received } = await read(signed({ ...event, about }), answer)
    expect(received[0]?.url).toBe("https://test.acme.invalid/v1/charges/ch_1/refunds")
    expect(notifications).toMatchObject([
      { _tag: "Modification", reference: "refund_1", modification: { state: "succeeded" } }
    ])
  })

  it.each([
    ["is of another program's charge", { ...event, about: { reference: "order 7" } }],
    ["has no reference", { ...event, about: {} }],
    ["has a reference that is no text", { ...event, about: { reference: { a: 1 } } }],
    ["has a reference like a member of objects", { ...event, about: { reference: "toString_1" } }]
  ])("is ignored if it %s, and the provider isn't asked", async (_, given) => {
    expect(await read(signed(given))).toEqual({ notifications: [], received: [] })
  })

  it("is ignored if the account has no such charge", async () => {
    expect((await read(signed(event), {}, null)).notifications).toEqual([])
  })

  it.each([
    ["a wrong signature", { ...signed(event), body: JSON.stringify({ ...event, id: "evt_2" }) }],
    ["no signature", { headers: {}, body: JSON.stringify(event) }],
    ["no JSON", signed("{")],
    ["a list", signed("[]")],
    ["no id", signed({ about: event.about })]
  ])("is rejected with %s, and the provider isn't asked", async (_, raw) => {
    expect(await read(raw as never)).toEqual({ notifications: null, received: [] })
  })

  it("is rejected if the check of the signature throws", async () => {
    const isSigned = () => {
      throw new Error("no")
    }
    const webhooks = { id: "id", reference: "about.reference", isSigned }
    const { notifications } = await read(signed(event), {}, known, { table: { webhooks } })
    expect(notifications).toBeNull()
  })

  it("fails if the charge can't be looked up, so that the provider repeats it", async () => {
    await expect(read(signed(event), { status: 503 })).rejects.toThrow("can't be looked up")
    await expect(read(signed(event), { body: { data: [] } })).rejects.toThrow("can't be looked up")
  })

  it("reports what only the event says, such as a dispute", async () => {
    const dispute: ProviderNotification = {
      _tag: "Dispute",
      id: "evt_1",
      reference,
      dispute: {
        providerReference: "dp_1",
        stage: "chargeback_received",
        amount: 1250n,
        currency: "EUR",
        rawReason: "10.4",
        evidenceDueBy: null
      }
    }
    const { isSigned } = acmeTable.webhooks ?? expect.unreachable("no webhooks")
    const webhooks = { id: "id", reference: "none", isSigned, more: () => [dispute] }
    const { notifications } = await read(signed(event), {}, known, { table: { webhooks } })
    expect(notifications).toEqual([dispute])
  })
})
