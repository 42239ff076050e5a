import { Effect } from "effect"
import { frozenCopy } from "../kernel/primitives/frozenCopy.ts"
import { misused } from "../kernel/primitives/misused.ts"
import type { Change } from "../platform/storage/Change.ts"
import type { Module } from "./Module.ts"
import type { PaymentChange } from "./ModuleFollower.ts"
import type { OpenContext } from "./openContext.ts"
import { runInModule } from "./runInModule.ts"

/** The time within which a follower must decide, in milliseconds. A payment waits for it. */
const followerMs = 2000

/** Returns the changes of a module's followers, for a commit with the changes `beside` them. */
export const runFollowers = (
  { name, paymentFollowers }: Module,
  opened: OpenContext,
  change: PaymentChange,
  beside: ReadonlyArray<Change> = []
): Effect.Effect<ReadonlyArray<Change>, unknown> => {
  // The record of the payment that is being committed has the same metadata and attempts.
  const frozen = frozenCopy(change)
  return Effect.map(
    Effect.forEach(paymentFollowers, ({ follow }) =>
      runInModule(name, () => follow(opened.context, frozen), followerMs)
    ),
    (decided) => {
      if (decided.every(Array.isArray)) return opened.changes(decided.flat(2), beside)
      return misused(`A follower of the module ${name} must return an array of changes.`)
    }
  )
}
