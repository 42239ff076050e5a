import type { ChangeListing } from "@payloom/core"
import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import type { ChangeLists } from "./ChangeLists.ts"
import { acme, charged, mid, reference, type Scripted } from "./testing/acme.ts"

const since = Date.parse("2026-11-26T10:00:00Z")
const before = "2026-11-26T09:59:59Z"
const after = "2026-11-26T10:00:01Z"

const changes: ChangeLists = {
  charges: {
    path: "/charges?from={since}",
    list: "data",
    next: "next",
    created: "created",
    origin: "origin"
  },
  refunds: {
    path: "/refunds",
    list: "data",
    next: "next",
    created: "created",
    charge: "of.reference",
    amount: "amount",
    currency: "currency"
  }
}

const listed = async (answers: ReadonlyArray<Scripted>, cursor: string | null = null) => {
  const { provider, received } = acme(answers, { table: { changes } })
  const list = provider.listChanges
  if (list === undefined) throw new Error("The connector lists nothing.")
  const answer: ChangeListing = await Effect.runPromise(list({ mid, since, cursor }))
  return { answer, received }
}

const page = (data: ReadonlyArray<unknown>, next: string | null = null) => ({
  body: { data, next }
})
const charge = { ...charged(), reference, created: after, origin: "one_off:mid_1:payment_1" }
const refund = {
  id: "re_1",
  reference: "refund_1",
  state: "done",
  amount: 700,
  currency: "eur",
  created: after,
  of: { reference }
}

describe("a table with lists of changes", () => {
  it("lists charges with their origin, then refunds with the charge's reference", async () => {
    const first = await listed([page([charge])])
    expect(first.received[0]?.url).toBe(
      "https://test.acme.invalid/v1/charges?from=2026-11-26T10:00:00.000Z"
    )
    expect(first.answer).toMatchObject({
      cursor: "refunds",
      changes: [
        {
          _tag: "Charge",
          reference,
          origin: "one_off:mid_1:payment_1",
          created: Date.parse(after),
          charge: { state: "captured", amount: 1250n }
        }
      ]
    })
    const second = await listed([page([refund])], "refunds")
    expect(second.answer).toEqual({
      _tag: "Listed",
      cursor: null,
      changes: [
        {
          _tag: "Refund",
          reference,
          refundReference: "refund_1",
          refund: {
            providerReference: "re_1",
            amount: 700n,
            currency: "EUR",
            state: "succeeded",
            rawCode: null
          }
        }
      ]
    })
  })

  it("reads the next page, until one has an older object", async () => {
    const next = "https://test.acme.invalid/v1/charges?page=2"
    const { answer } = await listed([page([charge], next)])
    expect(answer).toMatchObject({ cursor: `charges ${next}` })
    const more = await listed(
      [page([charge, { ...charge, created: before }], next)],
      `charges ${next}`
    )
    expect(more.received[0]?.url).toBe(next)
    expect(more.answer).toMatchObject({ cursor: "refunds", changes: [{ _tag: "Charge" }] })
  })

  it("leaves out what another program made", async () => {
    const foreign = [{ ...charge, reference: undefined }]
    expect((await listed([page(foreign)])).answer).toMatchObject({ changes: [] })
    const refunds = [{ ...refund, of: {} }]
    expect((await listed([page(refunds)], "refunds")).answer).toMatchObject({ changes: [] })
  })

  it.each([
    ["a charge in an unknown state", page([{ ...charge, state: "at_the_notary" }]), null],
    ["a charge without a time", page([{ ...charge, created: "soon" }]), null],
    ["a charge without an amount", page([{ ...charge, amount: "much" }]), null],
    ["a refund without an amount", page([{ ...refund, amount: null }]), "refunds"],
    ["no list", { body: { data: "none" } }, null],
    ["an error", { status: 500, body: {} }, null],
    ["text", { body: "<h1>OK</h1>" }, null]
  ])("is unavailable, and never shorter, if it has %s", async (_, answer, cursor) => {
    expect((await listed([answer], cursor)).answer._tag).toBe("Unavailable")
  })

  it("sends no keys to a next page at another address", async () => {
    const { answer, received } = await listed([page([])], "charges https://evil.example/charges")
    expect([answer._tag, received]).toEqual(["Unavailable", []])
  })
})
