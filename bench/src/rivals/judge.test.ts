import { describe, expect, it } from "vitest"
import type { Effect } from "./bank/Books.ts"
import { judge } from "./judge.ts"

const order = "1250"

const effect = (kind: Effect["kind"], nth: number, amount = kind === "refund" ? 500 : 1250) => ({
  ...{ id: `${kind}_${nth}`, kind, key: `${kind} ${nth}`, order },
  ...{ charge: "hold_1", amount }
})

const once = [effect("hold", 1), effect("capture", 1), effect("refund", 1)]
const done = { order, isAcknowledged: true, isDone: true }

describe("the judge of a kill trial", () => {
  it("finds nothing if each step of an order happened once", () => {
    expect(judge([done], once)).toEqual({
      doubled: 0,
      lost: 0,
      stuck: 0,
      superfluous: { hold: 0, capture: 0, refund: 0 }
    })
  })

  it("counts an order that was held twice or refunded twice as doubled, once", () => {
    const twice = [...once, effect("hold", 2), effect("refund", 2)]
    const { doubled, superfluous } = judge([done], twice)
    expect({ doubled, superfluous }).toEqual({
      doubled: 1,
      superfluous: { hold: 1, capture: 0, refund: 1 }
    })
  })

  it("doesn't count a second hold that was voided", () => {
    const released = { ...effect("hold", 2), charge: "hold_2" }
    const all = [...once, released, { ...effect("void", 1), charge: "hold_2" }]
    expect(judge([done], all).doubled).toBe(0)
  })

  it("accepts a capture in two parts", () => {
    const parts = [effect("capture", 1, 1000), effect("capture", 2, 250)]
    expect(judge([done], [effect("hold", 1), ...parts, effect("refund", 1)]).doubled).toBe(0)
  })

  it("counts an acknowledged order as lost if the store or the bank doesn't have it", () => {
    expect(judge([{ ...done, isDone: false }], once).lost).toBe(1)
    expect(judge([done], once.slice(0, 2)).lost).toBe(1)
  })

  it("counts an order as stuck if the bank has a part of it and its client got no answer", () => {
    const open = { order, isAcknowledged: false, isDone: false }
    expect(judge([open], once.slice(0, 1)).stuck).toBe(1)
    expect(judge([open], []).stuck).toBe(0)
  })
})
