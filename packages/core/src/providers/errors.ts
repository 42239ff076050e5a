import { TaggedError } from "../kernel/primitives/TaggedError.ts"

/** Who was asked did not answer in time. Nothing was changed: the same may be asked again. */
export class ProviderUnavailable extends TaggedError("ProviderUnavailable")<{
  /** The provider's name, or `account updater`. */
  readonly provider: string
  /** How long was waited, in milliseconds. */
  readonly timeoutMs: number
}> {
  override get message(): string {
    return `${this.provider} did not answer within ${this.timeoutMs} ms; try again later.`
  }
}

/** The notification doesn't bear the signature of its provider, or of the account updater. */
export class NotificationNotAuthentic extends TaggedError("NotificationNotAuthentic")<{
  /** The MID that it was sent to; null for the account updater's. */
  readonly mid: string | null
}> {
  override get message(): string {
    const whom = this.mid === null ? "the account updater" : `the provider of ${this.mid}`
    return `The notification bears no valid signature of ${whom}: check what it is signed with.`
  }
}
