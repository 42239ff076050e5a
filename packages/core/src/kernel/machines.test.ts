import { describe, expect, it } from "vitest"
import { checkoutSessionMachine } from "../checkout/sessions/checkoutSessionMachine.ts"
import { importedMachine } from "../imports/ImportedObject.ts"
import {
  captureMachine,
  refundMachine
} from "../payments/captures-voids-refunds/modificationMachine.ts"
import { attemptMachine } from "../payments/charges/attemptMachine.ts"
import { type PaymentTrigger, paymentMachine } from "../payments/charges/paymentMachine.ts"
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
  refundMachine,
  importedMachine
] as ReadonlyArray<unknown> as ReadonlyArray<AnyMachine>

const statusesOf = (machine: AnyMachine) => Object.keys(machine.transitions)

for (const machine of machines) {
  describe(`the machine of ${machine.name}`, () => {
    it("can reach all its statuses", () => {
      expect(unreachable(machine)).toEqual([])
    })

    it("only leads to its own statuses", () => {
      for (const [from, moves] of Object.entries(machine.transitions)) {
        for (const to of Object.values(moves)) expect(statusesOf(machine), from).toContain(to)
      }
      for (const status of machine.initial) expect(statusesOf(machine)).toContain(status)
    })

    it("is drawn with each of its transitions once", () => {
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

  it("lists its unreachable statuses", () => {
    expect(unreachable(broken)).toEqual(["c"])
  })

  it("forbids every transition that its table lacks", () => {
    expect(nextStatus(broken, "a", "go")).toBe("b")
    expect(nextStatus(broken, "b", "go")).toBeUndefined()
    expect([canMove(broken, "a", "b"), canMove(broken, "b", "a")]).toEqual([true, false])
  })
})

describe("a status after a trigger", () => {
  it("is the status in the table of the machine", () => {
    expect(statusAfter(attemptMachine, "authorized", "void")).toBe("voided")
  })

  it("is a defect with machine, trigger and status if the machine forbids the trigger", () => {
    expect(() => statusAfter(attemptMachine, "captured", "void")).toThrow(
      "The machine Attempt forbids void from captured."
    )
  })
})

describe("the machine of an attempt, a capture or a void", () => {
  it("can reach a final status from every status", () => {
    for (const machine of machines.filter(({ name }) => name !== paymentMachine.name)) {
      // A capture may be reversed and made again, without end.
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

describe("the machine of a payment", () => {
  it("has no transition from expired, canceled or voided", () => {
    for (const status of ["expired", "canceled", "voided"] as const) {
      expect(isTerminal(paymentMachine, status)).toBe(true)
    }
  })

  const statusesWith = (trigger: PaymentTrigger) =>
    Object.keys(paymentMachine.transitions).filter(
      (status) =>
        nextStatus(paymentMachine, status as keyof typeof paymentMachine.transitions, trigger) !==
        undefined
    )

  it("is voided only from authorized", () => {
    expect(statusesWith("void")).toEqual(["authorized"])
  })

  it("captures only from statuses in which money may be held", () => {
    const held = ["authorized", "partially_captured", "partially_refunded", "refunded"]
    expect(statusesWith("capture")).toEqual(held)
    // An issuer may approve a part of a charge that captures at once.
    expect(statusesWith("capture_partially")).toEqual(["processing", ...held])
  })

  it("leaves refunded only by a further capture, or if a refund or capture is reversed", () => {
    expect(Object.keys(paymentMachine.transitions.refunded).toSorted()).toEqual([
      "capture",
      "capture_partially",
      "fail",
      "refund_partially",
      "restore_captured",
      "restore_partially_captured",
      "return_part"
    ])
  })
})
