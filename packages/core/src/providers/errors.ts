import { Schema } from "effect"

/** Who was asked did not answer in time. Nothing was changed: the same may be asked again. */
export class ProviderUnavailable extends Schema.TaggedError<ProviderUnavailable>()(
  "ProviderUnavailable",
  {
    /** The provider's name, or `account updater`. */
    provider: Schema.String,
    /** How long was waited, milliseconds. */
    timeoutMs: Schema.Number
  }
) {
  override get message(): string {
    return `${this.provider} did not answer within ${this.timeoutMs} ms; try again later.`
  }
}

/** The notification doesn't bear the signature of its provider, or of the account updater. */
export class NotificationNotAuthentic extends Schema.TaggedError<NotificationNotAuthentic>()(
  "NotificationNotAuthentic",
  {
    /** The MID it was sent to; null for the account updater's. */
    mid: Schema.NullOr(Schema.String)
  }
) {
  override get message(): string {
    const whom = this.mid === null ? "the account updater" : `the provider of ${this.mid}`
    return `The notification bears no valid signature of ${whom}: check what it is signed with.`
  }
}
