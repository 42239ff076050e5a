import { TaggedError } from "../../kernel/primitives/TaggedError.ts"

/** The request has no API key. */
export class ApiKeyMissing extends TaggedError("ApiKeyMissing")<{
  /** The kind of key that is accepted. */
  readonly takes: "secret" | "publishable"
  /** True if the `Authorization` header was sent, but is not a bearer token. */
  readonly isOtherScheme: boolean
}> {
  override get message(): string {
    return "The request carries no API key: send one as a bearer token."
  }
}

/** The API key is malformed, unknown or revoked. */
export class ApiKeyInvalid extends TaggedError("ApiKeyInvalid") {
  override get message(): string {
    return (
      "The API key is malformed, unknown or revoked, or of a kind that isn't taken here: " +
      "give the whole key, as tenants.createApiKey showed it."
    )
  }
}

/** A publishable key was used for an operation that requires a secret key. */
export class SecretKeyRequired extends TaggedError("SecretKeyRequired") {
  override get message(): string {
    return "A publishable key can't be used here: this takes the account's secret key."
  }
}

/** The `Service-Version` header is not a date. */
export class ServiceVersionInvalid extends TaggedError("ServiceVersionInvalid") {
  override get message(): string {
    return "Service-Version must be a date, such as 2026-11-01."
  }
}

/** The `Service-Version` header has a date that is not a supported API revision. */
export class ServiceVersionUnsupported extends TaggedError("ServiceVersionUnsupported")<{
  /** The supported API revisions, as dates. */
  readonly offered: ReadonlyArray<string>
}> {
  override get message(): string {
    return `This Service-Version is not offered. These are: ${this.offered.join(", ")}.`
  }
}

/** Another tenant already has this reference. */
export class TenantReferenceTaken extends TaggedError("TenantReferenceTaken")<{
  /** The requested reference. */
  readonly reference: string
}> {
  override get message(): string {
    return "Another tenant has this reference: choose another, or find that tenant by it."
  }
}
