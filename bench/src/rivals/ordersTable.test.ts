import { describe, expect, it } from "vitest"
import { isAtLeast, steps } from "./shared/ordersTable.ts"

const doneWith = (status: string | undefined) => steps.filter((step) => isAtLeast(status, step))

describe("the table of orders", () => {
  it("counts the steps that an order has done", () => {
    expect(doneWith("held")).toEqual(["hold"])
    expect(doneWith("captured")).toEqual(["hold", "capture"])
    expect(doneWith("refunded")).toEqual(["hold", "capture", "refund"])
  })

  it("doesn't count a step that is only requested, and counts those before it", () => {
    expect(doneWith(undefined)).toEqual([])
    expect(doneWith("hold requested")).toEqual([])
    expect(doneWith("capture requested")).toEqual(["hold"])
    expect(doneWith("refund requested")).toEqual(["hold", "capture"])
  })
})
