import { TaggedError } from "../../kernel/primitives/TaggedError.ts"
import type { SubscriptionStatus } from "./Subscription.ts"

interface RefusedFor {
  /** The subscription's id. */
  readonly subscription: string
  /** Where it stands. */
  readonly status: SubscriptionStatus
}

/** Only a paused subscription can be resumed. */
export class SubscriptionNotPaused extends TaggedError("SubscriptionNotPaused")<RefusedFor> {
  override get message(): string {
    return `The subscription ${this.subscription} is ${this.status}, not paused: nothing to resume.`
  }
}

/** Only a subscription that is trialing, active or past due can be paused. */
export class SubscriptionNotPausable extends TaggedError("SubscriptionNotPausable")<RefusedFor> {
  override get message(): string {
    return `The subscription ${this.subscription} is ${this.status} and can't be paused.`
  }
}

/** Nothing is overdue of the subscription that a payer could pay. */
export class SubscriptionNotPastDue extends TaggedError("SubscriptionNotPastDue")<RefusedFor> {
  override get message(): string {
    return `The subscription ${this.subscription} is ${this.status}, not past due: nothing is owed.`
  }
}

/** The subscription came to its end, so nothing of how it is billed changes any more. */
export class SubscriptionEnded extends TaggedError("SubscriptionEnded")<RefusedFor> {
  override get message(): string {
    return `The subscription ${this.subscription} is ${this.status}: make a new one.`
  }
}

/** Its pause skips cycles, so it ends when it was told to and not by hand (spec 3.4). */
export class PauseBehaviorUnsupported extends TaggedError("PauseBehaviorUnsupported")<{
  /** The subscription's id. */
  readonly subscription: string
}> {
  override get message(): string {
    const what = `The pause of ${this.subscription} skips cycles and can't be resumed`
    return `${what}: it ends at its resumesAt, or with the subscription.`
  }
}

/** A subscription never moves to another plan: it is canceled, and a new one made (spec 4.8). */
export class PlanMigrationUnavailable extends TaggedError("PlanMigrationUnavailable")<{
  /** The field that asks for it. */
  readonly param: "plan" | "prorationBehavior"
}> {
  override get message(): string {
    return "A subscription can't change its plan: cancel it at once and make a new one."
  }
}

/** A subscription that goes on still bills the saved card. */
export class InstrumentInUse extends TaggedError("InstrumentInUse")<{
  /** The saved card's id. */
  readonly instrument: string
  /** One of the subscriptions that bill it, by id. */
  readonly subscription: string
}> {
  override get message(): string {
    const { instrument, subscription } = this
    const what = `The saved card ${instrument} is billed by ${subscription}`
    return `${what}: move that to another card, or cancel it at once, first.`
  }
}
