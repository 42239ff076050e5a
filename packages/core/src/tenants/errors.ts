import { Schema } from "effect"

/** The request carries no API key. */
export class ApiKeyMissing extends Schema.TaggedError<ApiKeyMissing>()("ApiKeyMissing", {}) {
  override get message(): string {
    return "The request carries no API key: send one as a bearer token."
  }
}

/** The API key is malformed, unknown or revoked. */
export class ApiKeyInvalid extends Schema.TaggedError<ApiKeyInvalid>()("ApiKeyInvalid", {}) {
  override get message(): string {
    return "The API key is malformed, unknown or revoked, or of a kind that isn't taken here."
  }
}

/** A publishable key was used where only the secret one may be. */
export class SecretKeyRequired extends Schema.TaggedError<SecretKeyRequired>()(
  "SecretKeyRequired",
  {}
) {
  override get message(): string {
    return "A publishable key can't be used here: this takes the account's secret key."
  }
}

/** The `Service-Version` header is not a date. */
export class ServiceVersionInvalid extends Schema.TaggedError<ServiceVersionInvalid>()(
  "ServiceVersionInvalid",
  {}
) {
  override get message(): string {
    return "Service-Version must be a date, such as 2026-11-01."
  }
}

/** The `Service-Version` header names a revision that isn't on offer. */
export class ServiceVersionUnsupported extends Schema.TaggedError<ServiceVersionUnsupported>()(
  "ServiceVersionUnsupported",
  { offered: Schema.Array(Schema.String) }
) {
  override get message(): string {
    return `This Service-Version is not offered; these are: ${this.offered.join(", ")}.`
  }
}

/** Another tenant already has this reference. */
export class TenantReferenceTaken extends Schema.TaggedError<TenantReferenceTaken>()(
  "TenantReferenceTaken",
  { reference: Schema.String }
) {
  override get message(): string {
    return "Another tenant has this reference: choose another, or find that tenant by it."
  }
}
