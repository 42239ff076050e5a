import type { ProviderFaults } from "../providers/ProviderHarness.ts"
import type { BreakableConnection } from "./breakableConnection.ts"
import type { CallKind, FakeFaults } from "./FakeFaults.ts"

/** Longer than a test waits, in milliseconds. */
const foreverMs = 60_000

/**
 * Returns the faults of a `ProviderHarness` whose fake has `fakeFaults`. Calls of the kinds in
 * `but` work in a breakdown. Name the calls that prepare a charge, because a charge that was never
 * sent is certain to be `NotSent`.
 */
export const harnessFaults = (
  faults: FakeFaults,
  connection: BreakableConnection,
  but: ReadonlyArray<CallKind> = []
): ProviderFaults => ({
  breaksAnswer: () => faults.next({ _tag: "drops_after" }),
  holdsAnswer: () => faults.next({ _tag: "holds_after", ms: foreverMs }),
  refusesConnection: connection.refuseNext,
  answersWith: (status) => faults.next({ _tag: "fails_after", status }),
  breaksDown: (how) => {
    if (how === "refusesConnection") connection.refuseAll()
    else faults.breakDown(how === "breaksConnection" ? "drops" : how, but)
  },
  clear: () => {
    connection.restore()
    faults.clear()
  }
})
