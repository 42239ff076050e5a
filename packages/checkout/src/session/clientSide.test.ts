import { describe, expect, it } from "vitest"
import type { Answer, CheckoutResult } from "./PayerApi.ts"
import type { Perform } from "./Performer.ts"
import { decline, flowOver, is, lost, refused } from "./testing/flowOver.ts"
import type { View } from "./View.ts"

const asking = (payload: unknown): Answer<CheckoutResult> => ({
  _tag: "answered",
  value: {
    status: "requires_action",
    payment: null,
    action: { type: "client_side", kind: "challenge", payload },
    decline: null
  }
})

const asked = asking("first")
const byApp = {
  payment: { method: "apm", apm: { type: "sandbox_app" } },
  returnUrl: "https://shop.example/back"
} as const

const never: Perform = () => new Promise(() => {})
const answers =
  (result: unknown): Perform =>
  async () =>
    result
const closed = { _tag: "client_side", kind: "challenge", payload: "first", isClosed: true }

const after = async (flow: { readonly view: View }, tag: View["_tag"]) =>
  expect.poll(() => flow.view._tag, { interval: 1 }).toBe(tag)

/** Time that passes step by step. It has at most ten steps, so that no test waits for ever. */
const slowly = () => {
  let steps = 0
  return () =>
    steps++ < 10
      ? new Promise<void>((resolve) => setImmediate(resolve))
      : new Promise<void>(() => {})
}
const still = () => new Promise<void>(() => {})

describe("a provider whose own script asks the payer", () => {
  it("gets the script's result after the payer's confirm", async () => {
    const { flow, performed, returns } = flowOver({
      status: [is("requires_payment")],
      confirm: asked,
      performs: [answers({ token: "t" })],
      returned: is("succeeded"),
      wait: still
    })
    await flow.open()
    await flow.pay(byApp)
    expect(flow.view._tag).toBe("succeeded")
    expect(performed).toEqual([{ ...closed, isClosed: false }])
    expect(returns).toEqual([{ result: { token: "t" } }])
  })

  it("asks again after the page was reloaded", async () => {
    const { flow } = flowOver({
      status: [asked],
      performs: [answers(true)],
      returned: is("succeeded"),
      wait: still
    })
    await flow.open()
    expect(flow.view._tag).toBe("succeeded")
  })

  it("is paid here if the provider's notification comes before the answer", async () => {
    const { flow } = flowOver({
      status: [asked, is("succeeded")],
      performs: [answers(true)],
      returned: refused(409, "session_already_succeeded"),
      wait: async () => undefined
    })
    await flow.open()
    expect(flow.view).toMatchObject({ _tag: "succeeded", elsewhere: false })
  })

  it("may ask for several actions one after another", async () => {
    const { flow, performed } = flowOver({
      status: [asked],
      performs: [answers("one"), answers("two")],
      returned: [asking("second"), is("succeeded")],
      wait: still
    })
    await flow.open()
    expect(performed.map(({ payload }) => payload)).toEqual(["first", "second"])
    expect(flow.view._tag).toBe("succeeded")
  })

  it("does not ask for ever if the same action is answered the same", async () => {
    const { flow, performed } = flowOver({
      status: [asked],
      performs: [answers("wrong")],
      returned: asked,
      wait: still
    })
    void flow.open()
    await expect.poll(() => flow.view).toEqual(closed)
    expect(performed).toHaveLength(1)
  })

  it("whose result is refused lets the payer continue or choose another method", async () => {
    const { flow, performed } = flowOver({
      status: [asked],
      performs: [answers("wrong")],
      returned: refused(422, "parameter_invalid"),
      wait: slowly()
    })
    void flow.open()
    await expect.poll(() => flow.view).toEqual(closed)
    expect(performed).toHaveLength(1)
  })

  it("and is closed by the payer asks again when they continue", async () => {
    const { flow, returns } = flowOver({
      status: [asked],
      performs: [answers(null), answers("done")],
      returned: is("succeeded"),
      wait: still
    })
    void flow.open()
    await expect.poll(() => flow.view).toEqual(closed)
    expect(returns).toEqual([])
    await flow.perform()
    expect(flow.view._tag).toBe("succeeded")
    expect(returns).toEqual([{ result: "done" }])
  })

  it("and fails lets the payer continue as well", async () => {
    const failing: Perform = () => Promise.reject(new Error("no script"))
    const { flow } = flowOver({ status: [asked], performs: [failing], wait: still })
    void flow.open()
    await expect.poll(() => flow.view).toEqual(closed)
  })

  it("is ended once a notification has settled the payment", async () => {
    let ended = false
    const waiting: Perform = (_, signal) =>
      new Promise((resolve) => {
        signal.addEventListener("abort", () => {
          ended = true
          resolve("too late")
        })
      })
    const { flow, returns } = flowOver({
      status: [asked, asked, is("succeeded")],
      performs: [waiting],
      wait: slowly()
    })
    void flow.open()
    await after(flow, "succeeded")
    expect(ended).toBe(true)
    expect(returns).toEqual([])
  })

  it("is ended if the payer chooses another method", async () => {
    const { flow } = flowOver({
      status: [asked],
      performs: [never],
      confirm: is("declined", decline),
      wait: still
    })
    void flow.open()
    await after(flow, "client_side")
    flow.chooseAnew()
    expect(flow.view).toEqual({ _tag: "form", notice: null })
    await flow.look()
    expect(flow.view._tag).toBe("form")
  })

  it("gets the result once, and the status has the outcome if that answer is lost", async () => {
    const { flow, returns } = flowOver({
      status: [asked, asked, is("processing"), is("succeeded")],
      performs: [answers("done")],
      returned: lost,
      wait: slowly()
    })
    await flow.open()
    await after(flow, "succeeded")
    expect(returns).toHaveLength(1)
  })
})

describe("the parameters of a return URL", () => {
  it("go to the provider, without the page's own", async () => {
    const away: Answer<CheckoutResult> = {
      _tag: "answered",
      value: {
        status: "requires_action",
        payment: null,
        action: { type: "redirect", url: "https://bank.example" },
        decline: null
      }
    }
    const brought = { redirectResult: "r" }
    const { flow, returns } = flowOver({ status: [away], brought, returned: is("succeeded") })
    await flow.open()
    expect(returns).toEqual([{ query: brought }])
  })
})
