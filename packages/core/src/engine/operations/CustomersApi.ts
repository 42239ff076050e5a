import type { createCustomer } from "../../cards/customers/createCustomer.ts"
import type { IterateCustomers, listCustomers } from "../../cards/customers/listCustomers.ts"
import type { retrieveCustomer } from "../../cards/customers/retrieveCustomer.ts"
import type { updateCustomer } from "../../cards/customers/updateCustomer.ts"
import type { Caller } from "../../platform/tenants/Caller.ts"
import type { CallStyle, OnBehalf, Walk } from "./CallStyle.ts"

/** Who pays, as merchants know them: operations 12 to 15 of the spec. */
export interface Customers<F extends CallStyle> {
  /**
   * Operation 12 (spec 4.5): makes a customer. No field is required, and several customers may have
   * the same reference and e-mail.
   *
   * Refused with `InvalidInput`, and like every mutation for its idempotency key.
   */
  readonly create: OnBehalf<F, typeof createCustomer>
  /**
   * Operation 13 (spec 4.5): a page of customers, newest first, 25 of them unless told.
   *
   * Refused with `InvalidInput`, such as for a cursor of another list.
   */
  readonly list: OnBehalf<F, typeof listCustomers>
  /**
   * All customers that a query finds, newest first. A page is asked for when it is needed, `limit`
   * at a time. Refused as `list` is, at the page that is.
   */
  readonly iterate: Walk<F, [caller: Caller, query?: IterateCustomers], typeof listCustomers>
  /**
   * Operation 14 (spec 4.5): a customer as it stands, by its id.
   *
   * Refused with `ResourceNotFound`.
   */
  readonly retrieve: OnBehalf<F, typeof retrieveCustomer>
  /**
   * Operation 15 (spec 4.5): changes what is named. What is left out stays, null clears; of the
   * address and the metadata, too, only what is named changes.
   *
   * Refused with `InvalidInput`, such as for a default card of another customer;
   * `InstrumentDetached`; `ResourceNotFound`; and like every mutation for its idempotency key.
   */
  readonly update: OnBehalf<F, typeof updateCustomer>
}
