import { TaggedError } from "../../kernel/primitives/TaggedError.ts"
import type { PlanStatus } from "./Plan.ts"

/** The plan is not active, so it takes no new subscribers, and no other plan takes its place. */
export class PlanRetired extends TaggedError("PlanRetired")<{
  /** The plan's id. */
  readonly plan: string
  /** `retired`, or `grandfathered` where another plan took its place. */
  readonly status: PlanStatus
}> {
  override get message(): string {
    return `The plan ${this.plan} is ${this.status} and takes no new subscribers.`
  }
}
