import { describe, expect, it } from "vitest"
import type { Answer, CheckoutResult } from "./PayerApi.ts"
import { byCard, decline, flowOver, is, lost, refused } from "./testing/flowOver.ts"

describe("opening a session", () => {
  it.each([
    ["requires_payment", { _tag: "form", notice: null }],
    ["succeeded", { _tag: "succeeded", elsewhere: false, payment: null }],
    ["expired", { _tag: "ended", status: "expired" }],
    ["canceled", { _tag: "ended", status: "canceled" }],
    ["failed", { _tag: "ended", status: "failed" }]
  ])("that is %s shows so", async (status, view) => {
    const { flow } = flowOver({ status: [is(status)] })
    await flow.open()
    expect(flow.view).toEqual(view)
  })

  it("whose last card was declined tells the decline again", async () => {
    const { flow } = flowOver({ status: [is("declined", decline)] })
    await flow.open()
    expect(flow.view).toEqual({ _tag: "form", notice: { _tag: "declined", decline } })
  })

  it("whose payment is under way follows it and submits nothing", async () => {
    const { flow, shown, confirms } = flowOver({
      status: [is("processing"), is("processing"), lost, is("succeeded")]
    })
    await flow.open()
    expect(shown.map(({ _tag }) => _tag)).toEqual(["loading", "processing", "succeeded"])
    expect(confirms()).toBe(0)
  })

  it("can be tried again where the server can't be reached", async () => {
    const { flow } = flowOver({ status: [lost, is("requires_payment")] })
    await flow.open()
    expect(flow.view._tag).toBe("unreachable")
    await flow.open()
    expect(flow.view._tag).toBe("form")
  })

  it("by a token that is none says that the link is bad", async () => {
    const read = refused(401, "session_token_invalid")
    const { flow } = flowOver({ read, status: [read] })
    await flow.open()
    expect(flow.view._tag).toBe("bad_link")
  })

  it("shows nothing any more once it was ended", async () => {
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

  it("shows a decline, after which the payer may pay again", async () => {
    const { flow, confirms } = await open({ confirm: is("declined", decline) })
    await flow.pay(byCard("jwe"))
    expect(flow.view).toEqual({ _tag: "form", notice: { _tag: "declined", decline } })
    await flow.pay(byCard("jwe"))
    expect(confirms()).toBe(2)
  })

  it("submits once, however often the button is pressed meanwhile", async () => {
    const { flow, confirms } = await open({ confirm: is("succeeded") })
    await Promise.all([flow.pay(byCard("jwe")), flow.pay(byCard("jwe"))])
    expect(confirms()).toBe(1)
  })

  it("reads the status where the answer was lost, and never submits again", async () => {
    const { flow, confirms } = await open({
      confirm: lost,
      status: [lost, lost, is("processing"), is("succeeded")]
    })
    await flow.pay(byCard("jwe"))
    expect(flow.view._tag).toBe("succeeded")
    expect(confirms()).toBe(1)
  })

  it("may be done anew once the server says again and again that nothing arrived", async () => {
    const { flow, confirms } = await open({ confirm: lost, status: [is("requires_payment")] })
    await flow.pay(byCard("jwe"))
    expect(flow.view).toEqual({ _tag: "form", notice: { _tag: "not_arrived" } })
    expect(confirms()).toBe(1)
  })

  it.each(["session_processing", "session_already_succeeded"])(
    "tells of the other window where the server answers %s",
    async (code) => {
      const { flow, shown } = await open({
        confirm: refused(409, code),
        status: [is("succeeded")]
      })
      await flow.pay(byCard("jwe"))
      expect(shown).toContainEqual({ _tag: "processing", elsewhere: true })
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

  it("with what the vault takes for no card asks for the card again", async () => {
    const { flow } = await open({ confirm: refused(422, "parameter_invalid") })
    await flow.pay(byCard("jwe"))
    expect(flow.view).toEqual({ _tag: "form", notice: { _tag: "bad_card" } })
  })
})

describe("a challenge of the issuer", () => {
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

  it("is shown in place of the form, and again after a reload", async () => {
    const { flow } = await pay({})
    expect(flow.view).toEqual(challenge)
    const { flow: reloaded } = flowOver({ status: [asks] })
    await reloaded.open()
    expect(reloaded.view).toEqual(challenge)
  })

  it("is followed by a second confirm once the payer is back, and by one only", async () => {
    const { flow, challenges, confirms } = await pay({ comeBack: is("succeeded") })
    await Promise.all([flow.comeBack(), flow.comeBack()])
    expect(flow.view._tag).toBe("succeeded")
    expect([challenges, confirms()]).toEqual([["threeds_1"], 1])
  })

  it("that was failed tells the decline, and lets the payer try another card", async () => {
    const { flow } = await pay({ comeBack: is("declined", decline) })
    await flow.comeBack()
    expect(flow.view).toEqual({ _tag: "form", notice: { _tag: "declined", decline } })
  })

  it("that was used already is read from the status", async () => {
    const comeBack = refused(422, "parameter_invalid")
    const { flow } = await pay({ comeBack, status: [is("succeeded")] })
    await flow.comeBack()
    expect(flow.view._tag).toBe("succeeded")
  })

  it("of a kind that this page doesn't know is waited for", async () => {
    const strange: Answer<CheckoutResult> = {
      _tag: "answered",
      value: { status: "requires_action", payment: null, action: { type: "dance" }, decline: null }
    }
    const { flow, shown } = await pay({ confirm: strange, status: [is("succeeded")] })
    expect(shown.map(({ _tag }) => _tag)).toContain("processing")
    expect(flow.view._tag).toBe("succeeded")
  })
})

describe("a look at the session", () => {
  it("tells what happened in another window", async () => {
    const { flow } = flowOver({ status: [is("requires_payment"), is("succeeded")] })
    await flow.open()
    await flow.look()
    expect(flow.view).toEqual({ _tag: "succeeded", elsewhere: true, payment: null })
  })

  it("leaves a form alone that can still be paid", async () => {
    const { flow, shown } = flowOver({ status: [is("requires_payment"), is("declined", decline)] })
    await flow.open()
    await flow.look()
    expect(shown.map(({ _tag }) => _tag)).toEqual(["loading", "form"])
  })
})
