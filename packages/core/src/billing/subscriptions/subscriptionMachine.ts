import { type Machine, statusAfter } from "../../kernel/Machine.ts"
import type { SubscriptionRecord, SubscriptionStatus } from "./Subscription.ts"

/** The triggers of a subscription's state machine. */
export type SubscriptionTrigger =
  | "start_trial"
  | "activate"
  | "become_past_due"
  | "recover"
  | "pause"
  | "resume_trialing"
  | "resume_active"
  | "resume_past_due"
  | "cancel"
  | "expire"
  | "terminate"

/** The state machine of a subscription. */
export const subscriptionMachine: Machine<SubscriptionStatus, SubscriptionTrigger> = {
  name: "Subscription",
  initial: ["pending_first_payment"],
  transitions: {
    pending_first_payment: {
      start_trial: "trialing",
      activate: "active",
      expire: "expired",
      cancel: "canceled"
    },
    trialing: {
      activate: "active",
      become_past_due: "past_due",
      pause: "paused",
      cancel: "canceled"
    },
    active: {
      activate: "active",
      become_past_due: "past_due",
      pause: "paused",
      cancel: "canceled",
      expire: "expired"
    },
    past_due: {
      become_past_due: "past_due",
      recover: "active",
      pause: "paused",
      cancel: "canceled",
      terminate: "terminated"
    },
    paused: {
      resume_trialing: "trialing",
      resume_active: "active",
      resume_past_due: "past_due",
      cancel: "canceled"
    },
    canceled: {},
    expired: {},
    terminated: {}
  }
}

/** Returns the subscription after a trigger. A transition that the machine forbids is a defect. */
export const subscriptionAfter = (
  subscription: SubscriptionRecord,
  trigger: SubscriptionTrigger,
  fields: Partial<SubscriptionRecord> = {}
): SubscriptionRecord => ({
  ...subscription,
  ...fields,
  status: statusAfter(subscriptionMachine, subscription.status, trigger)
})
