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
