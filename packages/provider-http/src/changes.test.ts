import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import {
  acme,
  changeOrder,
  charged,
  chargeOrder,
  mid,
  reference,
  type Scripted
} from "./testing/acme.ts"

describe("a capture, void or refund", () => {
  const outcomeOf = async (answer: Scripted, kind: "capture" | "void" | "refund" = "refund") => {
    const { provider, received } = acme([answer])
    return { ...(await Effect.runPromise(provider[kind](changeOrder(kind)))), received }
  }

  it("is sent under its own reference, with the charge's id escaped", async () => {
    const { received, ...outcome } = await outcomeOf({ body: { id: "re_1", state: "done" } })
    expect(outcome).toEqual({ _tag: "Succeeded", providerReference: "re_1" })
    expect(received[0]?.url).toBe("https://test.acme.invalid/v1/charges/ch%2F1/refund")
    expect(received[0]?.headers.get("idempotency-key")).toMatch(/^refund_/)
    expect(received[0]?.body).toBe('{"amount":700}')
  })

  it.each([
    ["Pending", { body: { id: "re_1", state: "pending" } }],
    ["Failed", { body: { id: "re_1", state: "failed", code: "closed" } }],
    ["Failed", { status: 422, body: { error: { code: "too_much" } } }],
    ["Failed", { status: 403, body: "" }],
    ["HoldExpired", { status: 422, body: { error: { code: "lapsed" } } }],
    ["AccountUnavailable", { status: 422, body: { error: { code: "currency_off" } } }],
    ["AccountUnavailable", { status: 401, body: { error: { code: "too_much" } } }],
    ["Unknown", { status: 503, body: { error: { code: "too_much" } } }],
    ["Unknown", { body: { id: "re_1", state: "at_the_notary" } }],
    ["Unknown", { body: "<h1>OK</h1>" }]
  ] as const)("is %s by %o", async (_tag, answer) => {
    expect((await outcomeOf(answer))._tag).toBe(_tag)
  })

  it("fails with the provider's own code", async () => {
    const failed = { status: 403, body: { error: { code: "not_now" } } }
    expect(await outcomeOf(failed)).toMatchObject({ _tag: "Failed", rawCode: "not_now" })
  })
})

describe("a payer who came back", () => {
  const { sendBefore } = chargeOrder()
  const request = {
    ...{ mid, reference, providerReference: "ch_1", amount: 1250n, currency: "EUR" },
    ...{ state: null, returned: { query: { result: "yes" } }, sendBefore }
  }

  it("has what they brought sent on, under a key of its own", async () => {
    const { provider, received } = acme([{ body: charged() }])
    const outcome = await Effect.runPromise(provider.resume?.(request) ?? Effect.die("none"))
    expect(outcome).toMatchObject({ _tag: "Approved", amount: 1250n })
    expect(received[0]?.body).toBe('{"result":"yes"}')
    expect(received[0]?.headers.get("idempotency-key")).toBe(`${reference}_resume`)
  })

  it("is not declined by an error, whatever its code", async () => {
    const { provider } = acme([{ status: 422, body: { error: { code: "no_funds" } } }])
    const outcome = await Effect.runPromise(provider.resume?.(request) ?? Effect.die("none"))
    expect(outcome._tag).toBe("AccountUnavailable")
  })
})

describe("a charge that waits for its payer", () => {
  it.each([
    ["Canceled", { body: charged({ state: "declined" }) }],
    ["Canceled", { body: charged({ state: "void" }) }],
    ["NotCanceled", { body: charged() }],
    ["NotCanceled", { body: charged({ state: "asks" }) }],
    ["NotCanceled", { body: "" }],
    ["NotCanceled", { status: 404, body: charged({ state: "void" }) }],
    ["NotCanceled", { status: 503, body: charged({ state: "void" }) }]
  ] as const)("is %s by %o", async (_tag, answer) => {
    const { provider, received } = acme([answer])
    const charge = { mid, reference, providerReference: "ch_1" }
    expect((await Effect.runPromise(provider.cancel(charge)))._tag).toBe(_tag)
    expect(received[0]).toMatchObject({ method: "DELETE", body: "" })
  })
})
