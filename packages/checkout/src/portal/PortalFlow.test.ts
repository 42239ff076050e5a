import { describe, expect, it } from "vitest"
import type { Answer } from "../session/PayerApi.ts"
import type { Page, Portal, PortalApi } from "./PortalApi.ts"
import { PortalFlow, type PortalState } from "./PortalFlow.ts"

const answered = <A>(value: A): Answer<A> => ({ _tag: "answered", value })
const refusedAs = (status: number): Answer<never> => ({ _tag: "refused", status, code: "x" })
const lost: Answer<never> = { _tag: "lost" }

const portal = {
  merchant: "Shop",
  allow: ["cancel", "receipts"],
  locale: null
} as unknown as Portal

const pageOf = (ids: ReadonlyArray<string>, next: string | null = null) =>
  answered({ data: ids.map((id) => ({ id })), next_cursor: next } as unknown as Page<never>)

/** Returns a flow over an API whose answers the test gives, and the states that it showed. */
const flowOver = (given: Partial<PortalApi> = {}) => {
  const shown: Array<PortalState> = []
  const api = {
    read: async () => answered(portal),
    subscriptions: async () => pageOf(["sub_1"]),
    instruments: async () => pageOf(["card_1"]),
    receipts: async () => pageOf(["payment_1"], "payment_1"),
    ...given
  } as PortalApi
  const end = new AbortController()
  const flow = new PortalFlow({ api, show: (state) => shown.push(state), signal: end.signal })
  return { flow, shown, end }
}

const idsIn = ({ items }: { readonly items: ReadonlyArray<{ readonly id: string }> }) =>
  items.map(({ id }) => id)

describe("the portal's page", () => {
  it("shows the lists once all are read", async () => {
    const { flow } = flowOver()
    await flow.open()
    const { stage, lists } = flow.state
    expect(stage).toBe("open")
    expect(idsIn(lists.subscriptions)).toEqual(["sub_1"])
    expect(idsIn(lists.receipts)).toEqual(["payment_1"])
  })

  it("reads every card, and no receipt without the permission", async () => {
    const { flow } = flowOver({
      read: async () => answered({ ...portal, allow: [] }),
      instruments: async (after) => (after === null ? pageOf(["a"], "a") : pageOf(["b"])),
      receipts: () => Promise.reject(new Error("not allowed"))
    })
    await flow.open()
    expect(idsIn(flow.state.lists.instruments)).toEqual(["a", "b"])
    expect(idsIn(flow.state.lists.receipts)).toEqual([])
  })

  it("adds the next page of receipts", async () => {
    const receipts = async (after: string | null) =>
      after === null ? pageOf(["1"], "1") : pageOf(["2"])
    const { flow } = flowOver({ receipts })
    await flow.open()
    await flow.moreReceipts()
    expect(idsIn(flow.state.lists.receipts)).toEqual(["1", "2"])
    expect(flow.state.lists.receipts.next).toBeNull()
  })

  it("says that it can't be reached, and opens later", async () => {
    const answers: Array<Answer<Portal>> = [lost, answered(portal)]
    const { flow } = flowOver({ read: async () => answers.shift() ?? lost })
    await flow.open()
    expect(flow.state.stage).toBe("unreachable")
    await flow.open()
    expect(flow.state.stage).toBe("open")
  })

  it.each([401, 403])("is over if its session is refused with %i", async (status) => {
    const { flow } = flowOver({ read: async () => refusedAs(status) })
    await flow.open()
    expect(flow.state.stage).toBe("over")
  })

  it("keeps its lists if they can't be read again", async () => {
    let reachable = true
    const { flow } = flowOver({
      subscriptions: async () => (reachable ? pageOf(["sub_1"]) : lost)
    })
    await flow.open()
    reachable = false
    await flow.refresh()
    expect(flow.state.stage).toBe("open")
    expect(idsIn(flow.state.lists.subscriptions)).toEqual(["sub_1"])
  })
})

describe("a customer's change", () => {
  it("is sent once, however often the button is pressed", async () => {
    let sent = 0
    const { flow } = flowOver({
      undoCancel: async () => {
        sent += 1
        return answered({})
      }
    })
    await flow.open()
    const press = () => flow.change((api) => api.undoCancel("sub_1"))
    expect(await Promise.all([press(), press()])).toEqual(["saved", null])
    expect(sent).toBe(1)
    expect(flow.state).toMatchObject({ isBusy: false, outcome: "saved" })
  })

  it.each([
    ["lost", lost],
    ["refused", refusedAs(409)]
  ] as const)("that was %s shows the server's state", async (outcome, answer) => {
    let reads = 0
    const { flow } = flowOver({
      subscriptions: async () => pageOf([`sub_${++reads}`]),
      resume: async () => answer
    })
    await flow.open()
    expect(await flow.change((api) => api.resume("sub_1"))).toBe(outcome)
    expect(flow.state.outcome).toBe(outcome)
    expect(idsIn(flow.state.lists.subscriptions)).toEqual(["sub_2"])
  })

  it("ends the page if the session has ended", async () => {
    const { flow } = flowOver({ resume: async () => refusedAs(401) })
    await flow.open()
    await flow.change((api) => api.resume("sub_1"))
    expect(flow.state).toMatchObject({ stage: "over", isBusy: false })
  })

  it("shows nothing after the element has left the page", async () => {
    const { flow, shown, end } = flowOver()
    await flow.open()
    const before = shown.length
    end.abort()
    await flow.refresh()
    expect(shown).toHaveLength(before)
  })
})
