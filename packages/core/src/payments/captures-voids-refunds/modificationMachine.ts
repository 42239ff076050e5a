import type { Machine } from "../../kernel/Machine.ts"
import type { ModificationStatus } from "./Modification.ts"

const ends = { succeed: "succeeded", fail: "failed" } as const

/**
 * A capture fails if its provider takes it back, and succeeds again if the provider captures it
 * again.
 */
export const captureMachine: Machine<
  Exclude<ModificationStatus, "reversed">,
  "succeed" | "fail" | "return" | "restore"
> = {
  name: "Capture, void and increment",
  initial: ["pending"],
  transitions: {
    pending: ends,
    succeeded: { return: "failed" },
    failed: { restore: "succeeded" }
  }
}

export const refundMachine: Machine<ModificationStatus, "succeed" | "fail" | "reverse"> = {
  name: "Refund",
  initial: ["pending"],
  transitions: {
    pending: ends,
    succeeded: { reverse: "reversed" },
    failed: {},
    reversed: {}
  }
}
