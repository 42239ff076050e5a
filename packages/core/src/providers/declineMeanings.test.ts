import { describe, expect, it } from "vitest"
import { declineMeanings, declineTable } from "./declineMeanings.ts"
import { readDecline } from "./declineTable.ts"

describe("a decline table from lists of codes", () => {
  it("has each code with the meaning of its list", () => {
    const table = declineTable({ noFunds: "51 nsf", expired: "54" }, 3)
    expect(table.version).toBe(3)
    expect(readDecline(table, "nsf", null)).toEqual(declineMeanings.noFunds)
    expect(readDecline(table, "54", null)).toEqual(declineMeanings.expired)
    expect(new Set(Object.keys(table.meanings))).toEqual(new Set(["51", "54", "nsf"]))
  })

  it("is of version 1 if none is given", () => {
    expect(declineTable({}).version).toBe(1)
  })
})
