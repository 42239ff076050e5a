import { TaggedError } from "../../kernel/primitives/TaggedError.ts"
import type { PlanStatus } from "./Plan.ts"

/** The plan is not active, so it accepts no new subscribers and can't be superseded. */
export class PlanRetired extends TaggedError("PlanRetired")<{
  /** The plan's id. */
  readonly plan: string
  /** `retired`, or `grandfathered` if another plan superseded it. */
  readonly status: PlanStatus
}> {
  override get message(): string {
    return `The plan ${this.plan} is ${this.status} and takes no new subscribers.`
  }
}
