import type { createCustomer } from "../../cards/customers/createCustomer.ts"
import type { IterateCustomers, listCustomers } from "../../cards/customers/listCustomers.ts"
import type { retrieveCustomer } from "../../cards/customers/retrieveCustomer.ts"
import type { updateCustomer } from "../../cards/customers/updateCustomer.ts"
import type { eraseCustomer } from "../../erasure/eraseCustomer.ts"
import type { Caller } from "../../platform/tenants/Caller.ts"
import type { CallStyle, OnBehalf, Walk } from "./CallStyle.ts"

/** Customers. */
export interface Customers<F extends CallStyle> {
  /**
   * Creates a customer. No field is required. Several customers may have the same reference and
   * email.
   *
   * Refused with `InvalidInput` and the idempotency errors of every mutation.
   */
  readonly create: OnBehalf<F, typeof createCustomer>
  /**
   * Returns a page of customers, newest first. The default limit is 25.
   *
   * Refused with `InvalidInput`, such as for a cursor of another list.
   */
  readonly list: OnBehalf<F, typeof listCustomers>
  /**
   * Iterates over all customers that match a query, newest first. Pages of `limit` customers are
   * read as needed. Each page may be refused like `list`.
   */
  readonly iterate: Walk<F, [caller: Caller, query?: IterateCustomers], typeof listCustomers>
  /**
   * Returns a customer by its id.
   *
   * Refused with `ResourceNotFound`.
   */
  readonly retrieve: OnBehalf<F, typeof retrieveCustomer>
  /**
   * Changes the given fields of a customer. A field that is left out stays. Null clears a field.
   * The address and the metadata are merged by the same rules.
   *
   * Refused with
   * - `InvalidInput`, such as for a default card of another customer,
   * - `InstrumentDetached`, `CustomerErased` and `ResourceNotFound`,
   * - the idempotency errors of every mutation.
   */
  readonly update: OnBehalf<F, typeof updateCustomer>
  /**
   * Erases the personal data of a customer: at once on the customer, and in a job on everything
   * else. Amounts, statuses, ids, times and the books stay. Returns the erased customer. A second
   * call erases what came since. Library only.
   *
   * Refused with
   * - `CustomerInUse` if a payment, a session or a subscription of the customer is in flight,
   * - `ResourceNotFound`,
   * - the idempotency errors of every mutation.
   */
  readonly erase: OnBehalf<F, typeof eraseCustomer>
}
