import type { Fields, ProviderNotification, RawNotification } from "@payloom/core"
import type { Field } from "./fields.ts"

/** A request by the provider, and the keys of the account that it is for. */
export interface SignedRequest<Account> extends RawNotification {
  readonly account: Account
}

/**
 * The provider's webhooks. A webhook only says what has changed: the change itself is looked up at
 * the provider. So a webhook that is late, repeated or out of order does no harm.
 */
export interface Webhooks<Account> {
  /** Returns true if the provider signed the request. */
  readonly isSigned: (request: SignedRequest<Account>) => boolean
  /** The provider's id of the event, the same on every redelivery. */
  readonly id: Field
  /**
   * Our reference of the charge, capture, void, refund or increment that has changed. Events
   * without one of ours are ignored.
   */
  readonly reference: Field
  /** The provider's id of the charge. Absent if the event doesn't say. */
  readonly charge?: Field
  /**
   * Returns what only the event says, such as a dispute, or a refund that was made in the
   * provider's dashboard. Nothing if absent.
   */
  readonly more?: (event: Fields) => ReadonlyArray<ProviderNotification>
}
