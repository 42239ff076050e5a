import { expect, it } from "vitest"
import { hoverComplaints } from "./hoverComplaints.ts"

const expected = { reads: "(id: string) => Promise<Payment>", says: "as it stands" }
const readable = {
  signature: '(property) Payments<"promise">.retrieve: (id: string) => Promise<Payment>',
  documentation: "A payment as it stands, by its id."
}
const members = Array.from({ length: 20 }, (_, n) => `member${n}: string;`).join(" ")

it("accepts a hover with the expected signature and documentation", () => {
  expect(hoverComplaints(expected, readable)).toEqual([])
})

it.each([
  ["another signature", "(id: number) => Promise<Payment>", "does not read"],
  ["a parameter without a name", "(args_0: string) => Promise<Payment>", "shows args_"],
  ["a brand spelled out", 'string & Brand<"PaymentId">', "shows Brand<"],
  ["a module spelled out", 'Promise<import("@payloom/core").Payment>', "shows import("],
  ["a resource spelled out", `(id: string) => Promise<{ ${members} }>`, "is expanded"]
])("complains of %s", (_, signature, complaint) => {
  const complaints = hoverComplaints(expected, { ...readable, signature })
  expect(complaints).toContainEqual(expect.stringContaining(complaint))
})

it("complains of missing documentation", () => {
  expect(hoverComplaints(expected, { ...readable, documentation: "" })).toEqual([
    "does not say: as it stands"
  ])
})
