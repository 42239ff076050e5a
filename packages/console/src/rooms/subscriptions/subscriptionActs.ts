import type { CancelSubscription, PauseSubscription } from "@payloom/core"
import { serviceOf } from "../../frame/leftOut.ts"
import type { Act, ActCall } from "../../Room.ts"

const subscriptionsOf = ({ merchant }: ActCall) => serviceOf(merchant.subscriptions, "billing")

type RecoveryInput = Parameters<ReturnType<typeof subscriptionsOf>["recoverySession"]>[1]

/** The acts on a subscription. The engine checks each input. */
export const subscriptionActs: ReadonlyArray<Act> = [
  {
    name: "subscriptions.pause",
    role: "operator",
    run: (call) => {
      const { subject, input, idempotencyKey } = call
      return subscriptionsOf(call).pause(subject, input as PauseSubscription, { idempotencyKey })
    }
  },
  {
    name: "subscriptions.resume",
    role: "operator",
    run: (call) => {
      const { subject, idempotencyKey } = call
      return subscriptionsOf(call).resume(subject, { idempotencyKey })
    }
  },
  {
    name: "subscriptions.cancel",
    role: "operator",
    run: (call) => {
      const { subject, input, idempotencyKey } = call
      return subscriptionsOf(call).cancel(subject, input as CancelSubscription, { idempotencyKey })
    }
  },
  {
    name: "subscriptions.recoverySession",
    role: "operator",
    run: async (call): Promise<RecoveryLink> => {
      const { subject, input, idempotencyKey } = call
      const made = await subscriptionsOf(call).recoverySession(subject, input as RecoveryInput, {
        idempotencyKey
      })
      return { session: made.id, url: made.url ?? null }
    }
  }
]

/** The page on which a payer pays what is overdue. */
interface RecoveryLink {
  /** The id of the checkout session. */
  readonly session: string
  /** The address of the hosted page. Only the first answer has it. */
  readonly url: string | null
}
