import type { ConsumedEvent, ConsumeOptions, Consumption, Subscription } from "@payloom/core"
import { grantsAccess } from "@payloom/core"
import type { BillingEngine } from "./BillingEngine.ts"
import { type Owner, ownerOf } from "./Owner.ts"

/** The events of subscriptions by the name of their handler. */
const types = {
  onSubscriptionActivated: "subscription.activated",
  onSubscriptionRenewed: "subscription.renewed",
  onSubscriptionPastDue: "subscription.past_due",
  onSubscriptionRecovered: "subscription.recovered",
  onSubscriptionPaused: "subscription.paused",
  onSubscriptionResumed: "subscription.resumed",
  onSubscriptionCanceled: "subscription.canceled",
  onSubscriptionTerminated: "subscription.terminated",
  onSubscriptionUpcomingRenewal: "subscription.upcoming_renewal"
} as const

type HandlerName = keyof typeof types

/** An event of a subscription, with the user or organization that it belongs to. */
export interface SubscriptionEvent {
  /** `event_` and a ULID. It is the same for each delivery, so a handler can drop duplicates. */
  readonly id: string
  /** The user or the organization. */
  readonly owner: Owner
  /** The subscription as it is now. It may have changed since the event. */
  readonly subscription: Subscription
  /** True if the subscription grants access now. */
  readonly grantsAccess: boolean
  /** Aborted if the handler takes longer than a minute. */
  readonly signal: AbortSignal
}

type SubscriptionHandler = (event: SubscriptionEvent) => unknown

/** The handlers of `followSubscriptions`. Each is called at least once for an event. */
export interface SubscriptionHandlers {
  /** The name of the consumer. A consumer continues from its stored position, by its name. */
  readonly name: string
  /** The id of the tenant that sells. */
  readonly tenant: string
  /** The mode. */
  readonly mode: "live" | "test"
  /** Returns the time in milliseconds. The default is `Date.now`. */
  readonly now?: () => number
  /** The first charge was paid. */
  readonly onSubscriptionActivated?: SubscriptionHandler
  /** A later cycle was paid, or was free. */
  readonly onSubscriptionRenewed?: SubscriptionHandler
  /** A cycle is unpaid and is retried. Access continues meanwhile. */
  readonly onSubscriptionPastDue?: SubscriptionHandler
  /** The unpaid cycle was paid. */
  readonly onSubscriptionRecovered?: SubscriptionHandler
  /** The subscription was paused. */
  readonly onSubscriptionPaused?: SubscriptionHandler
  /** The subscription continues after a pause. */
  readonly onSubscriptionResumed?: SubscriptionHandler
  /** The subscription ended. If it was canceled at its period's end, the event comes then. */
  readonly onSubscriptionCanceled?: SubscriptionHandler
  /** The subscription ended because every retry of a cycle failed. */
  readonly onSubscriptionTerminated?: SubscriptionHandler
  /** A renewal will be charged in seven days, or sooner if the cycle is shorter. */
  readonly onSubscriptionUpcomingRenewal?: SubscriptionHandler
}

type SubscriptionEventType = (typeof types)[HandlerName]

/** The part of an engine that runs consumers. */
export interface EventsEngine extends BillingEngine {
  readonly events: {
    readonly consume: (
      name: string,
      handle: (
        event: ConsumedEvent<SubscriptionEventType>,
        context: { readonly signal: AbortSignal }
      ) => unknown,
      options?: ConsumeOptions<SubscriptionEventType>
    ) => Promise<Consumption>
  }
}

/**
 * Calls handlers for the subscriptions of users and organizations, by a consumer of the engine. A
 * handler that fails is called again. Subscriptions of customers that the plugin didn't create are
 * left out, and so are those of customers who were erased.
 *
 * @example
 * const following = await followSubscriptions(engine, {
 *   name: "welcomemails",
 *   tenant,
 *   mode: "live",
 *   onSubscriptionActivated: ({ owner }) => sendWelcome(owner.id)
 * })
 */
export const followSubscriptions = (
  payloom: EventsEngine,
  { name, tenant, mode, now = Date.now, ...handlers }: SubscriptionHandlers
): Promise<Consumption> => {
  const byType = new Map<string, SubscriptionHandler>()
  for (const [handler, type] of Object.entries(types)) {
    const handle = handlers[handler as HandlerName]
    if (handle !== undefined) byType.set(type, handle)
  }
  return payloom.events.consume(
    name,
    async (event, { signal }) => {
      const { scope, type, id, data } = event
      if (scope.tenant !== tenant || scope.mode !== mode) return
      const { customers, subscriptions } = payloom.merchant(scope)
      const owner = ownerOf(await customers.retrieve(data.object.customer))
      if (owner === null) return
      const subscription = await subscriptions.retrieve(data.object.id)
      await byType.get(type)?.({
        id,
        owner,
        subscription,
        grantsAccess: grantsAccess(subscription, now()),
        signal
      })
    },
    { types: [...byType.keys()] as ReadonlyArray<SubscriptionEventType> }
  )
}
