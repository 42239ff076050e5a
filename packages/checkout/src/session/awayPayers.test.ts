import { describe, expect, it } from "vitest"
import type { Answer, CheckoutResult } from "./PayerApi.ts"
import { byCard, decline, flowOver, is, lost, refused } from "./testing/flowOver.ts"
import type { View } from "./View.ts"

const asking = (action: CheckoutResult["action"]): Answer<CheckoutResult> => ({
  _tag: "answered",
  value: { status: "requires_action", payment: null, action: action ?? null, decline: null }
})

const url = "https://bank.example/pay/1"
const sentAway = asking({ type: "redirect", url })
const instructed = asking({
  type: "instructions",
  text: "Pay at the shop.",
  reference: "ref 1",
  expires_at: "2030-01-02T00:00:00.000Z"
})

const byBank = {
  payment: { method: "apm", apm: { type: "sandbox_bank" } },
  returnUrl: "https://shop.example/back"
} as const

/** Time that passes step by step. It has at most ten steps, so that no test waits for ever. */
const slowly = () => {
  let steps = 0
  return () =>
    steps++ < 10
      ? new Promise<void>((resolve) => setImmediate(resolve))
      : new Promise<void>(() => {})
}

const after = async (flow: { readonly view: View }, tag: View["_tag"]) =>
  expect.poll(() => flow.view._tag, { interval: 1 }).toBe(tag)

describe("a payer who is sent to a provider's page", () => {
  it("is redirected only by the answer to their own confirm", async () => {
    const { flow, shown } = flowOver({
      confirm: sentAway,
      status: [is("requires_payment")],
      wait: () => new Promise(() => {})
    })
    await flow.open()
    void flow.pay(byBank)
    await after(flow, "leaving")
    expect(shown.at(-1)).toEqual({ _tag: "leaving", url })
  })

  it("sees in a window that stays open that the page waits, and then the outcome", async () => {
    const { flow, shown } = flowOver({
      confirm: sentAway,
      status: [is("requires_payment"), sentAway, sentAway, is("succeeded")],
      wait: slowly()
    })
    await flow.open()
    void flow.pay(byBank)
    await after(flow, "succeeded")
    expect(shown.map(({ _tag }) => _tag)).toEqual([
      "loading",
      "form",
      "processing",
      "leaving",
      "awaited",
      "succeeded"
    ])
  })

  it("and is back confirms the return once, and sees the outcome", async () => {
    const { flow, shown, returns } = flowOver({
      brought: {},
      returned: is("succeeded"),
      status: [sentAway]
    })
    await flow.open()
    expect(shown.map(({ _tag }) => _tag)).toEqual(["loading", "processing", "succeeded"])
    expect(returns).toEqual([null])
  })

  it("and is back may choose another method if the charge was declined", async () => {
    const { flow } = flowOver({
      brought: {},
      returned: is("declined", decline),
      status: [sentAway]
    })
    await flow.open()
    expect(flow.view).toEqual({ _tag: "form", notice: { _tag: "declined", decline, by: null } })
  })

  it("and is back finds the outcome of an earlier notification", async () => {
    const { flow, returns } = flowOver({ brought: {}, status: [is("succeeded")] })
    await flow.open()
    expect(flow.view._tag).toBe("succeeded")
    expect(returns).toEqual([])
  })

  it("and is back reads the status if the answer is lost", async () => {
    const { flow } = flowOver({
      brought: {},
      returned: lost,
      status: [sentAway, is("processing"), is("succeeded")]
    })
    await flow.open()
    expect(flow.view._tag).toBe("succeeded")
  })

  it("and reloads the page is offered to continue, and not redirected", async () => {
    const { flow, returns } = flowOver({ status: [sentAway], wait: slowly() })
    void flow.open()
    await after(flow, "awaited")
    expect(flow.view).toEqual({ _tag: "awaited", url })
    expect(returns).toEqual([])
  })

  it("may choose another method, and a check of the session keeps it chosen", async () => {
    const { flow } = flowOver({ status: [sentAway], confirm: is("succeeded"), wait: slowly() })
    void flow.open()
    await after(flow, "awaited")
    flow.chooseAnew()
    await flow.look()
    expect(flow.view).toEqual({ _tag: "form", notice: null })
    await flow.pay(byCard("jwe"))
    expect(flow.view._tag).toBe("succeeded")
  })

  it("is not returned if they only come to the page once more", async () => {
    const { flow, returns } = flowOver({
      brought: {},
      status: [is("declined", decline), sentAway],
      wait: slowly()
    })
    await flow.open()
    void flow.open()
    await after(flow, "awaited")
    expect(returns).toEqual([])
  })

  it("is redirected to web addresses only", async () => {
    const { flow, shown } = flowOver({
      status: [asking({ type: "redirect", url: "javascript:alert(1)" }), is("declined")],
      brought: {}
    })
    await flow.open()
    expect(shown.map(({ _tag }) => _tag)).toEqual(["loading", "processing", "form"])
  })
})

describe("a payer who is given instructions", () => {
  it("sees them at once, also after a reload, and then the outcome", async () => {
    const { flow } = flowOver({ status: [instructed, instructed, is("succeeded")], wait: slowly() })
    void flow.open()
    await after(flow, "instructions")
    expect(flow.view).toEqual({
      _tag: "instructions",
      text: "Pay at the shop.",
      reference: "ref 1",
      expiresAt: "2030-01-02T00:00:00.000Z"
    })
    await after(flow, "succeeded")
  })
})

describe("a session that is opened again in its window", () => {
  it("shows its outcome once", async () => {
    const { flow, shown } = flowOver({
      status: [is("processing"), is("processing"), is("succeeded")],
      wait: slowly()
    })
    void flow.open()
    await after(flow, "processing")
    void flow.open()
    await after(flow, "succeeded")
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(shown.filter(({ _tag }) => _tag === "succeeded")).toHaveLength(1)
  })
})

describe("a method that could not be prepared", () => {
  it("leaves the payer in the form", async () => {
    const { flow } = flowOver({ status: [is("requires_payment")] })
    await flow.open()
    flow.refuse()
    expect(flow.view).toEqual({ _tag: "form", notice: { _tag: "unavailable" } })
  })
})

describe("a confirm that is lost after a decline", () => {
  it("is not settled by that decline", async () => {
    const { flow } = flowOver({ status: [is("declined", decline)], confirm: lost })
    await flow.open()
    await flow.pay(byCard("jwe"))
    expect(flow.view).toEqual({ _tag: "form", notice: { _tag: "not_arrived" } })
  })
})

describe("a refused method", () => {
  it.each([
    [byCard("jwe"), "bad_card"],
    [byBank, "unavailable"]
  ])("lets the payer choose another: %j", async (submission, notice) => {
    const { flow } = flowOver({
      confirm: refused(422, "parameter_invalid"),
      status: [is("requires_payment")]
    })
    await flow.open()
    await flow.pay(submission)
    expect(flow.view).toEqual({ _tag: "form", notice: { _tag: notice } })
  })
})
