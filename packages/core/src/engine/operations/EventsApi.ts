import type {
  IterateEvents,
  listEvents,
  retrieveEvent
} from "../../outbound/event-catalog/listEvents.ts"
import type { Caller } from "../../platform/tenants/Caller.ts"
import type { CallStyle, OnBehalf, Walk } from "./CallStyle.ts"

/** What happened, as merchants are told of it: operations 34 and 35 of the spec. */
export interface Events<F extends CallStyle> {
  /**
   * Operation 34 (spec 4.9): a page of events, newest first, 20 of them unless told. The same
   * objects that webhooks bring, for a time in which nobody took them.
   *
   * Some of what is stored is not for merchants and left out after a page was read: a page may hold
   * fewer events than `limit`, even none, while `hasMore` is true. Ask on with `nextCursor` then.
   *
   * Refused with `InvalidInput`.
   */
  readonly list: OnBehalf<F, typeof listEvents>
  /**
   * All events that a query finds, newest first. A page is asked for when it is needed, `limit` at
   * a time. Refused as `list` is, at the page that is.
   */
  readonly iterate: Walk<F, [caller: Caller, query?: IterateEvents], typeof listEvents>
  /**
   * Operation 35 (spec 4.9): an event by its id.
   *
   * Refused with `ResourceNotFound`, also for one that is not for merchants.
   */
  readonly retrieve: OnBehalf<F, typeof retrieveEvent>
}
