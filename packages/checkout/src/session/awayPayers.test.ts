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

/** Time that passes step by step; ten steps at most, so that nobody waits for ever. */
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
  it("leaves for it by the answer to their own confirm", async () => {
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

  it("whose window stays open sees there that they are awaited, and then the outcome", async () => {
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

  it("and is back tells the server so, once, and sees what it says", async () => {
    const { flow, shown, returns } = flowOver({
      brought: {},
      returned: is("succeeded"),
      status: [sentAway]
    })
    await flow.open()
    expect(shown.map(({ _tag }) => _tag)).toEqual(["loading", "processing", "succeeded"])
    expect(returns).toEqual([null])
  })

  it("and is back may choose anew where the charge was declined", async () => {
    const { flow } = flowOver({
      brought: {},
      returned: is("declined", decline),
      status: [sentAway]
    })
    await flow.open()
    expect(flow.view).toEqual({ _tag: "form", notice: { _tag: "declined", decline, by: null } })
  })

  it("and is back finds what a notification has settled before", async () => {
    const { flow, returns } = flowOver({ brought: {}, status: [is("succeeded")] })
    await flow.open()
    expect(flow.view._tag).toBe("succeeded")
    expect(returns).toEqual([])
  })

  it("and is back reads the status where the answer is lost", async () => {
    const { flow } = flowOver({
      brought: {},
      returned: lost,
      status: [sentAway, is("processing"), is("succeeded")]
    })
    await flow.open()
    expect(flow.view._tag).toBe("succeeded")
  })

  it("and opens the page anew instead is asked to go on, and moved nowhere", async () => {
    const { flow, returns } = flowOver({ status: [sentAway], wait: slowly() })
    void flow.open()
    await after(flow, "awaited")
    expect(flow.view).toEqual({ _tag: "awaited", url })
    expect(returns).toEqual([])
  })

  it("may choose another way to pay, and is not brought back by a look", async () => {
    const { flow } = flowOver({ status: [sentAway], confirm: is("succeeded"), wait: slowly() })
    void flow.open()
    await after(flow, "awaited")
    flow.chooseAnew()
    await flow.look()
    expect(flow.view).toEqual({ _tag: "form", notice: null })
    await flow.pay(byCard("jwe"))
    expect(flow.view._tag).toBe("succeeded")
  })

  it("is not told of a return that is over, when they come to the page once more", async () => {
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

  it("goes to web addresses only", async () => {
    const { flow, shown } = flowOver({
      status: [asking({ type: "redirect", url: "javascript:alert(1)" }), is("declined")],
      brought: {}
    })
    await flow.open()
    expect(shown.map(({ _tag }) => _tag)).toEqual(["loading", "processing", "form"])
  })
})

describe("a payer who is given instructions", () => {
  it("sees them at once, after a reload too, and the outcome when it is there", async () => {
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

describe("a window that was left and is looked at again", () => {
  it("asks for itself only, and tells the outcome once", async () => {
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

describe("what could not be made ready", () => {
  it("leaves the payer where they can choose another way", async () => {
    const { flow } = flowOver({ status: [is("requires_payment")] })
    await flow.open()
    flow.refuse()
    expect(flow.view).toEqual({ _tag: "form", notice: { _tag: "unavailable" } })
  })
})

describe("a confirm that is lost after a decline", () => {
  it("is not answered by that decline", async () => {
    const { flow } = flowOver({ status: [is("declined", decline)], confirm: lost })
    await flow.open()
    await flow.pay(byCard("jwe"))
    expect(flow.view).toEqual({ _tag: "form", notice: { _tag: "not_arrived" } })
  })
})

describe("a method that is refused", () => {
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
