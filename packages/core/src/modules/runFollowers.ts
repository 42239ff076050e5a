import type { Effect } from "effect"
import type { Change } from "../platform/storage/Change.ts"
import type { Module } from "./Module.ts"
import type { PaymentChange } from "./ModuleFollower.ts"
import type { OpenContext } from "./openContext.ts"
import { runInModule } from "./runInModule.ts"

/** The time within which the followers of a module must decide, because a payment waits for them. */
const followerMs = 2000

/** Returns the changes of a module's followers, for a commit with the changes `beside` them. */
export const runFollowers = (
  { name, paymentFollowers }: Module,
  opened: OpenContext,
  change: PaymentChange,
  beside: ReadonlyArray<Change> = []
): Effect.Effect<ReadonlyArray<Change>, unknown> =>
  runInModule(
    name,
    async () => {
      const decided: Array<unknown> = []
      for (const { follow } of paymentFollowers) {
        const steps: unknown = await follow(opened.context, change)
        if (!Array.isArray(steps)) {
          throw new TypeError(`A follower of the module ${name} must return an array of changes.`)
        }
        decided.push(...steps.flat())
      }
      return opened.changes(decided, beside)
    },
    followerMs
  )
