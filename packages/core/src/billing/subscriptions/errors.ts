import { TaggedError } from "../../kernel/primitives/TaggedError.ts"
import type { SubscriptionStatus } from "./Subscription.ts"

interface RefusedFor {
  /** The subscription's id. */
  readonly subscription: string
  /** The subscription's status. */
  readonly status: SubscriptionStatus
}

/** The subscription is not paused, so it can't be resumed. */
export class SubscriptionNotPaused extends TaggedError("SubscriptionNotPaused")<RefusedFor> {
  override get message(): string {
    return `The subscription ${this.subscription} is ${this.status}, not paused: nothing to resume.`
  }
}

/** The subscription is not trialing, active or past due, so it can't be paused. */
export class SubscriptionNotPausable extends TaggedError("SubscriptionNotPausable")<RefusedFor> {
  override get message(): string {
    return `The subscription ${this.subscription} is ${this.status} and can't be paused.`
  }
}

/** The subscription has nothing overdue that a payer could pay. */
export class SubscriptionNotPastDue extends TaggedError("SubscriptionNotPastDue")<RefusedFor> {
  override get message(): string {
    return `The subscription ${this.subscription} is ${this.status}, not past due: nothing is owed.`
  }
}

/**
 * The subscription was paused after the last retry of a cycle that stayed unpaid. Its customer
 * can't resume it in the portal, because that cycle is not charged any more.
 */
export class SubscriptionUnpaid extends TaggedError("SubscriptionUnpaid")<{
  /** The subscription's id. */
  readonly subscription: string
}> {
  override get message(): string {
    const why = "was paused because a renewal stayed unpaid"
    return `The subscription ${this.subscription} ${why}: only the merchant can resume it.`
  }
}

/** The subscription has ended, so its billing can't be changed any more. */
export class SubscriptionEnded extends TaggedError("SubscriptionEnded")<RefusedFor> {
  override get message(): string {
    return `The subscription ${this.subscription} is ${this.status}: make a new one.`
  }
}

/**
 * The subscription's pause skips cycles, so it ends at its planned time and can't be ended by hand.
 */
export class PauseBehaviorUnsupported extends TaggedError("PauseBehaviorUnsupported")<{
  /** The subscription's id. */
  readonly subscription: string
}> {
  override get message(): string {
    const what = `The pause of ${this.subscription} skips cycles and can't be resumed`
    return `${what}: it ends at its planned time, or with the subscription.`
  }
}

/**
 * A subscription can't move to another plan. Create one to the other plan, and cancel this one at
 * once when that one is active.
 */
export class PlanMigrationUnavailable extends TaggedError("PlanMigrationUnavailable")<{
  /** The field that requests it. */
  readonly param: "plan" | "prorationBehavior"
}> {
  override get message(): string {
    const other =
      "create one to the other plan, and cancel this one at once when that one is active"
    return `A subscription can't change its plan: ${other}.`
  }
}

/** The saved card is still billed by a subscription that has not ended. */
export class InstrumentInUse extends TaggedError("InstrumentInUse")<{
  /** The saved card's id. */
  readonly instrument: string
  /** The id of one of the subscriptions that bill it. */
  readonly subscription: string
}> {
  override get message(): string {
    const { instrument, subscription } = this
    const what = `The saved card ${instrument} is billed by ${subscription}`
    return `${what}: move that to another card, or cancel it at once, first.`
  }
}
