import type {
  IterateEvents,
  listEvents,
  retrieveEvent
} from "../../outbound/event-catalog/listEvents.ts"
import type { Caller } from "../../platform/tenants/Caller.ts"
import type { CallStyle, OnBehalf, Walk } from "./CallStyle.ts"

/** Events, as merchants get them. */
export interface Events<F extends CallStyle> {
  /**
   * Returns a page of events, newest first. The default limit is 20. The events are the same
   * objects that webhooks deliver, so an endpoint that was down can catch up.
   *
   * Events that are not for merchants are left out after a page was read. So a page may have fewer
   * events than `limit`, or none, while `hasMore` is true. Continue with `nextCursor` then.
   *
   * Refused with `InvalidInput`.
   */
  readonly list: OnBehalf<F, typeof listEvents>
  /**
   * Iterates over all events that match a query, newest first. Pages of `limit` events are read as
   * needed. Each page may be refused like `list`.
   */
  readonly iterate: Walk<F, [caller: Caller, query?: IterateEvents], typeof listEvents>
  /**
   * Returns an event by its id.
   *
   * Refused with `ResourceNotFound`, also for an event that is not for merchants.
   */
  readonly retrieve: OnBehalf<F, typeof retrieveEvent>
}
