import type { ChargeFound, ProviderNotification } from "@payloom/core"
import { type Break, type Mutations, telling } from "./Mutation.ts"

type State = ChargeFound["state"]

/** Reports charges of one state as charges of another. */
const tellingAs = (from: State, state: State): Break =>
  telling((notification) =>
    notification._tag === "Charge" && notification.charge.state === from
      ? [{ ...notification, charge: { ...notification.charge, state } }]
      : [notification]
  )

const asFailed = (notification: ProviderNotification): ReadonlyArray<ProviderNotification> =>
  notification._tag === "Modification"
    ? [{ ...notification, modification: { ...notification.modification, state: "failed" } }]
    : [notification]

/** Connectors that misread the notifications of charges that are not just captured. */
export const notifiedStateMutations: Mutations = {
  "a notification of a hold reports it as held or voided, or reports nothing": [
    {
      breaks: tellingAs("authorized", "captured"),
      says: /"state":"captured".* Expected: the state authorized or pending\.$/
    },
    { breaks: tellingAs("voided", "captured") }
  ],
  "notifications of two states of one charge have different ids": [
    {
      breaks: telling((notification) => [{ ...notification, id: notification.reference }]),
      says: /as authorized and as captured have the same id "attempt_\w+"\. The second would /
    }
  ],
  "a decision has another notification id than the pending charge, and so has its return": [
    {
      of: "that decides every charge later",
      breaks: telling((notification) => [{ ...notification, id: notification.reference }]),
      says: /as pending and as returned have the same id "attempt_\w+"\. The second would /
    }
  ],
  "a notification of a capture reports it in its present state, or reports nothing": [
    { breaks: telling(asFailed), says: /: it is failed\.$/ }
  ],
  "a notification of a void reports it in its present state, or reports nothing": [
    { breaks: telling(asFailed), says: /: it is failed\.$/ }
  ],
  "a notification of a charge that is decided later reports no decision of its own": [
    {
      breaks: tellingAs("pending", "declined"),
      says: /"state":"declined".* Expected: the state pending or authorized or captured\.$/
    },
    {
      of: "that decides every charge later",
      breaks: tellingAs("pending", "captured"),
      says: /"state":"captured".* Expected: the state pending\.$/
    }
  ],
  "a notification of a charge that waits for its payer reports the payer's answer": [
    { breaks: tellingAs("requires_action", "declined") },
    { breaks: tellingAs("captured", "declined"), says: /"state":"declined".* Expected: the state / }
  ]
}
