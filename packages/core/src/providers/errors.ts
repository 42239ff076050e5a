import { TaggedError } from "../kernel/primitives/TaggedError.ts"

/** A provider or an account updater did not answer in time. Nothing was changed, so try again. */
export class ProviderUnavailable extends TaggedError("ProviderUnavailable")<{
  /** The provider's name, or `account updater`. */
  readonly provider: string
  /** The time limit, in milliseconds. */
  readonly timeoutMs: number
}> {
  override get message(): string {
    return `${this.provider} did not answer within ${this.timeoutMs} ms; try again later.`
  }
}

/** A notification lacks a valid signature of its provider, or of the account updater. */
export class NotificationNotAuthentic extends TaggedError("NotificationNotAuthentic")<{
  /** The MID that the notification was sent to. Null for the account updater. */
  readonly mid: string | null
}> {
  override get message(): string {
    const whom = this.mid === null ? "the account updater" : `the provider of ${this.mid}`
    return `The notification bears no valid signature of ${whom}: check what it is signed with.`
  }
}
