import { describe, expect, it } from "vitest"
import type { Choice } from "./Choice.ts"
import type { Answer, CheckoutResult } from "./PayerApi.ts"
import { byCard, decline, flowOver, is, lost, refused } from "./testing/flowOver.ts"

const card = { method: "card", type: "" }
const underWay = { _tag: "processing", elsewhere: false, inForm: false, isCutOff: false }

describe("opening a session", () => {
  it.each([
    ["requires_payment", { _tag: "form", notice: null }],
    ["succeeded", { _tag: "succeeded", elsewhere: false, payment: null }],
    ["expired", { _tag: "ended", status: "expired" }],
    ["canceled", { _tag: "ended", status: "canceled" }],
    ["failed", { _tag: "ended", status: "failed" }]
  ])("that is %s shows that", async (status, view) => {
    const { flow } = flowOver({ status: [is(status)] })
    await flow.open()
    expect(flow.view).toEqual(view)
  })

  it("whose last card was declined shows the decline again", async () => {
    const { flow } = flowOver({ status: [is("declined", decline)] })
    await flow.open()
    expect(flow.view).toEqual({ _tag: "form", notice: { _tag: "declined", decline, by: null } })
  })

  it("whose payment is in flight polls it and submits nothing", async () => {
    const { flow, shown, confirms } = flowOver({
      status: [is("processing"), is("processing"), lost, is("succeeded")]
    })
    await flow.open()
    expect(shown.map(({ _tag }) => _tag)).toEqual(["loading", "processing", "succeeded"])
    expect(confirms()).toBe(0)
  })

  it("can be retried if the server can't be reached", async () => {
    const { flow } = flowOver({ status: [lost, is("requires_payment")] })
    await flow.open()
    expect(flow.view._tag).toBe("unreachable")
    await flow.open()
    expect(flow.view._tag).toBe("form")
  })

  it("with an invalid token shows that the link is bad", async () => {
    const read = refused(401, "session_token_invalid")
    const { flow } = flowOver({ read, status: [read] })
    await flow.open()
    expect(flow.view._tag).toBe("bad_link")
  })

  it("shows nothing after it was ended", async () => {
    const { flow, shown, end } = flowOver({ status: [is("processing")] })
    const opening = flow.open()
    end.abort()
    await opening
    expect(shown.map(({ _tag }) => _tag)).toEqual(["loading"])
  })
})

describe("paying", () => {
  const open = async (answers: Partial<Parameters<typeof flowOver>[0]>) => {
    const status = [is("requires_payment"), ...(answers.status ?? [])]
    const opened = flowOver({ ...answers, status })
    await opened.flow.open()
    return opened
  }

  it("shows a decline, and the payer may pay again", async () => {
    const { flow, confirms } = await open({ confirm: is("declined", decline) })
    await flow.pay(byCard("jwe"))
    expect(flow.view).toEqual({ _tag: "form", notice: { _tag: "declined", decline, by: card } })
    await flow.pay(byCard("jwe"))
    expect(confirms()).toBe(2)
  })

  it("submits once, even if the button is pressed several times", async () => {
    const { flow, confirms } = await open({ confirm: is("succeeded") })
    await Promise.all([flow.pay(byCard("jwe")), flow.pay(byCard("jwe"))])
    expect(confirms()).toBe(1)
  })

  it("reads the status if the answer was lost, and never submits again", async () => {
    const { flow, confirms } = await open({
      confirm: lost,
      status: [lost, lost, is("processing"), is("succeeded")]
    })
    await flow.pay(byCard("jwe"))
    expect(flow.view._tag).toBe("succeeded")
    expect(confirms()).toBe(1)
  })

  it("is possible again once the server repeatedly reports no payment", async () => {
    const { flow, confirms } = await open({ confirm: lost, status: [is("requires_payment")] })
    await flow.pay(byCard("jwe"))
    expect(flow.view).toEqual({ _tag: "form", notice: { _tag: "not_arrived" } })
    expect(confirms()).toBe(1)
  })

  it.each(["session_processing", "session_already_succeeded"])(
    "shows a payment in another window if the server answers %s",
    async (code) => {
      const { flow, shown } = await open({
        confirm: refused(409, code),
        status: [is("succeeded")]
      })
      await flow.pay(byCard("jwe"))
      expect(shown).toContainEqual(expect.objectContaining({ ...underWay, elsewhere: true }))
      expect(flow.view).toEqual({ _tag: "succeeded", elsewhere: true, payment: null })
    }
  )

  it("after the end of the session shows that end", async () => {
    const { flow } = await open({
      confirm: refused(409, "session_not_open"),
      status: [is("expired")]
    })
    await flow.pay(byCard("jwe"))
    expect(flow.view).toEqual({ _tag: "ended", status: "expired" })
  })

  it("with a card that the vault refuses asks for the card again", async () => {
    const { flow } = await open({ confirm: refused(422, "parameter_invalid") })
    await flow.pay(byCard("jwe"))
    expect(flow.view).toEqual({ _tag: "form", notice: { _tag: "bad_card" } })
  })
})

describe("a payment in flight", () => {
  const notOpenYet = is("requires_payment")

  it("keeps the form in which the payer pressed the button, and no other", async () => {
    const { flow, shown } = flowOver({
      confirm: is("processing"),
      status: [notOpenYet, is("processing"), is("succeeded")]
    })
    await flow.open()
    await flow.pay(byCard("jwe"))
    expect(shown.slice(2, -1)).toEqual([
      { ...underWay, inForm: true },
      { ...underWay, inForm: true }
    ])
    const reloaded = flowOver({ status: [is("processing"), is("succeeded")] })
    await reloaded.flow.open()
    expect(reloaded.shown[1]).toEqual(underWay)
  })

  it("is shown as interrupted while the server doesn't answer", async () => {
    const { flow, shown } = flowOver({
      confirm: lost,
      status: [notOpenYet, lost, is("processing"), lost, lost, is("processing"), is("succeeded")]
    })
    await flow.open()
    await flow.pay(byCard("jwe"))
    const told = shown.flatMap((view) => (view._tag === "processing" ? [view.isCutOff] : []))
    expect(told).toEqual([false, true, false, false, true, false])
  })

  it("is not submitted without a network, and the payer sees that", async () => {
    const { flow, shown, confirms } = flowOver({ isOffline: true, status: [notOpenYet, lost] })
    await flow.open()
    await flow.pay(byCard("jwe"))
    expect(flow.view).toEqual({ _tag: "form", notice: { _tag: "offline" } })
    expect(shown.at(-2)).toEqual({ ...underWay, inForm: true })
    expect(confirms()).toBe(0)
  })

  it("is submitted if the server answers, even if the browser seems offline", async () => {
    const { flow, confirms } = flowOver({
      isOffline: true,
      confirm: is("succeeded"),
      status: [notOpenYet]
    })
    await flow.open()
    await flow.pay(byCard("jwe"))
    expect([flow.view._tag, confirms()]).toEqual(["succeeded", 1])
  })
})

describe("a decline", () => {
  const byBank = { payment: { method: "apm", apm: { type: "bank" } }, returnUrl: null } as const
  const declinedOf = (payment: string): Answer<CheckoutResult> => ({
    _tag: "answered",
    value: { status: "declined", payment, decline }
  })

  it("names the payer's method, also on a reloaded page", async () => {
    const memory = new Map<string, Choice>()
    const confirm = declinedOf("payment_1")
    const { flow } = flowOver({ memory, confirm, status: [is("requires_payment")] })
    await flow.open()
    await flow.pay(byBank)
    const by = { method: "apm", type: "bank" }
    expect(flow.view).toEqual({ _tag: "form", notice: { _tag: "declined", decline, by } })
    const { flow: reloaded } = flowOver({ memory, status: [confirm] })
    await reloaded.open()
    expect(reloaded.view).toEqual(flow.view)
    const { flow: another } = flowOver({ memory, status: [declinedOf("payment_2")] })
    await another.open()
    expect(another.view).toMatchObject({ notice: { by: null } })
  })
})

describe("an issuer's challenge", () => {
  const asks: Answer<CheckoutResult> = {
    _tag: "answered",
    value: {
      status: "requires_action",
      payment: null,
      action: { type: "three_ds_challenge", session: "threeds_1", url: "https://bank.example/1" },
      decline: null
    }
  }
  const challenge = { _tag: "challenge", id: "threeds_1", url: "https://bank.example/1" }

  const pay = async (answers: Partial<Parameters<typeof flowOver>[0]>) => {
    const status = [is("requires_payment"), ...(answers.status ?? [])]
    const opened = flowOver({ confirm: asks, ...answers, status })
    await opened.flow.open()
    await opened.flow.pay(byCard("jwe"))
    return opened
  }

  it("is shown instead of the form, and again after a reload", async () => {
    const { flow } = await pay({})
    expect(flow.view).toEqual(challenge)
    const { flow: reloaded } = flowOver({ status: [asks] })
    await reloaded.open()
    expect(reloaded.view).toEqual(challenge)
  })

  it("is followed by exactly one second confirm once the payer is back", async () => {
    const { flow, challenges, confirms } = await pay({ returnFromChallenge: is("succeeded") })
    await Promise.all([flow.returnFromChallenge(), flow.returnFromChallenge()])
    expect(flow.view._tag).toBe("succeeded")
    expect([challenges, confirms()]).toEqual([["threeds_1"], 1])
  })

  it("that failed shows the decline, and the payer may try another card", async () => {
    const { flow } = await pay({ returnFromChallenge: is("declined", decline) })
    await flow.returnFromChallenge()
    expect(flow.view).toEqual({ _tag: "form", notice: { _tag: "declined", decline, by: card } })
  })

  it("that was already used is read from the status", async () => {
    const returnFromChallenge = refused(422, "parameter_invalid")
    const { flow } = await pay({ returnFromChallenge, status: [is("succeeded")] })
    await flow.returnFromChallenge()
    expect(flow.view._tag).toBe("succeeded")
  })

  it("of an unknown type is polled", async () => {
    const strange: Answer<CheckoutResult> = {
      _tag: "answered",
      value: { status: "requires_action", payment: null, action: { type: "dance" }, decline: null }
    }
    const { flow, shown } = await pay({ confirm: strange, status: [is("succeeded")] })
    expect(shown.map(({ _tag }) => _tag)).toContain("processing")
    expect(flow.view._tag).toBe("succeeded")
  })
})

describe("a check of the session", () => {
  it("shows the outcome from another window", async () => {
    const { flow } = flowOver({ status: [is("requires_payment"), is("succeeded")] })
    await flow.open()
    await flow.look()
    expect(flow.view).toEqual({ _tag: "succeeded", elsewhere: true, payment: null })
  })

  it("leaves a form that can still be paid", async () => {
    const { flow, shown } = flowOver({ status: [is("requires_payment"), is("declined", decline)] })
    await flow.open()
    await flow.look()
    expect(shown.map(({ _tag }) => _tag)).toEqual(["loading", "form"])
  })
})
