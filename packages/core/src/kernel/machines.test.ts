import { describe, expect, it } from "vitest"
import { checkoutSessionMachine } from "../checkout/sessions/checkoutSessionMachine.ts"
import {
  captureMachine,
  refundMachine
} from "../payments/captures-voids-refunds/modificationMachine.ts"
import { attemptMachine } from "../payments/charges/attemptMachine.ts"
import { paymentMachine } from "../payments/charges/paymentMachine.ts"
import {
  canMove,
  isTerminal,
  type Machine,
  nextStatus,
  statusAfter,
  toMermaid,
  unreachable
} from "./Machine.ts"

type AnyMachine = Machine<string, string>

const machines = [
  paymentMachine,
  attemptMachine,
  checkoutSessionMachine,
  captureMachine,
  refundMachine
] as ReadonlyArray<unknown> as ReadonlyArray<AnyMachine>

const statusesOf = (machine: AnyMachine) => Object.keys(machine.transitions)

for (const machine of machines) {
  describe(`the machine of ${machine.name}`, () => {
    it("reaches every one of its statuses", () => {
      expect(unreachable(machine)).toEqual([])
    })

    it("leads nowhere but to statuses of its own", () => {
      for (const [from, moves] of Object.entries(machine.transitions)) {
        for (const to of Object.values(moves)) expect(statusesOf(machine), from).toContain(to)
      }
      for (const status of machine.initial) expect(statusesOf(machine)).toContain(status)
    })

    it("is drawn with each of its moves once", () => {
      const lines = toMermaid(machine).split("\n")
      const moves = Object.values(machine.transitions).flatMap((triggers) => Object.keys(triggers))
      const ends = statusesOf(machine).filter((status) => isTerminal(machine, status))
      expect(lines).toHaveLength(1 + machine.initial.length + moves.length + ends.length)
      expect(new Set(lines).size).toBe(lines.length)
    })
  })
}

describe("a machine", () => {
  const broken: Machine<"a" | "b" | "c", "go"> = {
    name: "Broken",
    initial: ["a"],
    transitions: { a: { go: "b" }, b: {}, c: { go: "b" } }
  }

  it("tells which of its statuses nothing leads to", () => {
    expect(unreachable(broken)).toEqual(["c"])
  })

  it("forbids every move that its table doesn't hold", () => {
    expect(nextStatus(broken, "a", "go")).toBe("b")
    expect(nextStatus(broken, "b", "go")).toBeUndefined()
    expect([canMove(broken, "a", "b"), canMove(broken, "b", "a")]).toEqual([true, false])
  })
})

describe("a status after a trigger", () => {
  it("is what the machine says", () => {
    expect(statusAfter(attemptMachine, "authorized", "void")).toBe("voided")
  })

  it("is a defect where the machine forbids the move, and names machine, trigger and status", () => {
    expect(() => statusAfter(attemptMachine, "captured", "void")).toThrow(
      "The machine Attempt forbids void from captured."
    )
  })
})

describe("the life of an attempt, a capture and a void", () => {
  it("can come to an end from every status", () => {
    for (const machine of machines.filter(({ name }) => name !== paymentMachine.name)) {
      // A capture may be taken back and made again, without end.
      const ends = new Set(
        statusesOf(machine).filter(
          (status) => isTerminal(machine, status) || status === "captured" || status === "succeeded"
        )
      )
      for (let size = -1; size !== ends.size; ) {
        size = ends.size
        for (const from of statusesOf(machine)) {
          if ([...ends].some((to) => canMove(machine, from, to))) ends.add(from)
        }
      }
      expect([...ends].toSorted()).toEqual(statusesOf(machine).toSorted())
    }
  })
})

describe("the life of a payment", () => {
  it("goes on from no expired, canceled or voided one", () => {
    for (const status of ["expired", "canceled", "voided"] as const) {
      expect(isTerminal(paymentMachine, status)).toBe(true)
    }
  })

  it("is captured, voided or expired only once it is authorized", () => {
    for (const trigger of ["capture", "capture_partially", "void"] as const) {
      const from = Object.keys(paymentMachine.transitions).filter(
        (status) =>
          nextStatus(paymentMachine, status as keyof typeof paymentMachine.transitions, trigger) !==
          undefined
      )
      expect(from).toEqual(["authorized"])
    }
  })

  it("returns from refunded only as a refund is reversed, or as its capture is taken back", () => {
    expect(Object.keys(paymentMachine.transitions.refunded).toSorted()).toEqual([
      "fail",
      "refund_partially",
      "restore_captured",
      "restore_partially_captured"
    ])
  })
})
