import type { Collection, Row } from "../platform/storage/Collection.ts"

/** The rows of a table of a module that have personal data of customers. */
export interface PersonalRowsDefinition<R extends Row> {
  /** The table. It is one of the module's `collections`. */
  readonly of: Collection<R>
  /** The name of the index or of the unique key of the table whose value is the customer's id. */
  readonly customer: string
  /**
   * Returns a row without its personal data, with the same id. Null removes the row. It runs in the
   * commit of the erasure, also more than once, so it must be pure.
   */
  readonly erase: (row: R) => R | null
}

/** The personal rows of a table, as `personal` of `defineModule` takes them. */
export interface PersonalRows extends PersonalRowsDefinition<never> {}

/**
 * Declares the rows of a table that have personal data, so that `customers.erase` reaches them.
 * List it in `personal` of the module. The events about these rows, and the answers of the module
 * about them, are erased too: every text in a field with one of the names in `personalFields`.
 *
 * @example
 * personalRows({ of: Gifts, customer: "customer", erase: (gift) => ({ ...gift, message: "" }) })
 */
export const personalRows = <R extends Row>(definition: PersonalRowsDefinition<R>): PersonalRows =>
  definition as unknown as PersonalRows
