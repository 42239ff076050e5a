import { TaggedError } from "../../kernel/primitives/TaggedError.ts"

/** The request carries no API key. */
export class ApiKeyMissing extends TaggedError("ApiKeyMissing")<{
  /** The kind of key that is taken. */
  readonly takes: "secret" | "publishable"
  /** True if the `Authorization` header was sent, but is no bearer token. */
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

/** A publishable key was used where only the secret one may be. */
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

/** The `Service-Version` header names a revision that isn't on offer. */
export class ServiceVersionUnsupported extends TaggedError("ServiceVersionUnsupported")<{
  /** The revisions that are on offer, as dates. */
  readonly offered: ReadonlyArray<string>
}> {
  override get message(): string {
    return `This Service-Version is not offered. These are: ${this.offered.join(", ")}.`
  }
}

/** Another tenant already has this reference. */
export class TenantReferenceTaken extends TaggedError("TenantReferenceTaken")<{
  /** The reference that was asked for. */
  readonly reference: string
}> {
  override get message(): string {
    return "Another tenant has this reference: choose another, or find that tenant by it."
  }
}
