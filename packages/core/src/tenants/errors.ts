import { Schema } from "effect"

/** The request carries no API key. */
export class ApiKeyMissing extends Schema.TaggedError<ApiKeyMissing>()("ApiKeyMissing", {}) {}

/** The API key is malformed, unknown or revoked. */
export class ApiKeyInvalid extends Schema.TaggedError<ApiKeyInvalid>()("ApiKeyInvalid", {}) {}

/** A publishable key was used where only the secret one may be. */
export class SecretKeyRequired extends Schema.TaggedError<SecretKeyRequired>()(
  "SecretKeyRequired",
  {}
) {}

/** The `Service-Version` header is not a date. */
export class ServiceVersionInvalid extends Schema.TaggedError<ServiceVersionInvalid>()(
  "ServiceVersionInvalid",
  {}
) {}

/** The `Service-Version` header names a revision that isn't on offer. */
export class ServiceVersionUnsupported extends Schema.TaggedError<ServiceVersionUnsupported>()(
  "ServiceVersionUnsupported",
  { offered: Schema.Array(Schema.String) }
) {}

/** No such resource of this tenant in this mode. */
export class ResourceNotFound extends Schema.TaggedError<ResourceNotFound>()("ResourceNotFound", {
  /** The kind of resource, as its `object` field names it. */
  object: Schema.String,
  id: Schema.String
}) {}

/** Another tenant already has this reference. */
export class TenantReferenceTaken extends Schema.TaggedError<TenantReferenceTaken>()(
  "TenantReferenceTaken",
  { reference: Schema.String }
) {}
