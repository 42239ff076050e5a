import type { Field } from "./fields.ts"

/** A list of the provider's, the newest first. All of its pages are read until a time. */
export interface ListOf {
  /**
   * The path below the provider's address, with a slash first. `{since}` stands for the time, as in
   * `2026-11-26T10:00:00.000Z`.
   */
  readonly path: string | ((query: { readonly since: string }) => string)
  /** The list in the answer. */
  readonly list: Field
  /** The address of the next page. Null on the last page. Absent if the list has only one page. */
  readonly next?: Field
  /** The time of an object, as a date, in seconds or in milliseconds. */
  readonly created: Field
}

/**
 * The provider's lists of all charges and of all refunds. With them, a restored store gets the
 * charges that were made after its backup. They must show every change at once, as a search index
 * doesn't.
 */
export interface ChangeLists {
  /** `origin` is the place of the order's `request.origin`, which the charge has to send. */
  readonly charges: ListOf & { readonly origin: Field }
  /** `charge` is the place of our reference of the refunded charge. */
  readonly refunds: ListOf & {
    readonly charge: Field
    readonly amount: Field
    readonly currency: Field
  }
}
