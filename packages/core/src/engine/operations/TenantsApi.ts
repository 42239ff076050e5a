import type { tenantSettings, updateAccount } from "../../platform/tenants/accountSettings.ts"
import type { authenticate, createApiKey, revokeApiKey } from "../../platform/tenants/apiKeys.ts"
import type { createTenant, findTenant } from "../../platform/tenants/createTenant.ts"
import type { CallStyle, OfEngine, OnScope } from "./CallStyle.ts"

/** Tenants, their settings and their API keys. Library only. */
export interface Tenants<F extends CallStyle> {
  /**
   * Creates a tenant in test and live mode. `merchant` takes its id.
   *
   * Refused with `InvalidInput`, and with `TenantReferenceTaken` if another tenant has the
   * reference.
   */
  readonly create: OfEngine<F, typeof createTenant>
  /**
   * Returns the tenant with the embedder's reference, if there is one.
   *
   * Refused with `InvalidInput` if the reference is not a string.
   */
  readonly find: OfEngine<F, typeof findTenant>
  /**
   * Returns the tenant, mode and kind of an API key.
   *
   * Refused with `ApiKeyInvalid` if the key is malformed, unknown or revoked.
   */
  readonly authenticate: OfEngine<F, typeof authenticate>
  /** Returns the settings of a tenant in one mode, in the row of the tenant. */
  readonly settings: OnScope<F, typeof tenantSettings>
  /**
   * Changes the given settings of a tenant in one mode. Returns all settings.
   *
   * Refused with `InvalidInput`.
   */
  readonly updateAccount: OnScope<F, typeof updateAccount>
  /**
   * Creates an API key of a tenant in one mode. Only this answer shows the key: the storage has its
   * hash. An idempotency key is optional. With one, a repeated request creates no second key.
   *
   * Refused with `InvalidInput` for an unknown kind. Refused with `SecretShownOnce` if it is a
   * repeated request, and with the idempotency errors of every mutation.
   */
  readonly createApiKey: OnScope<F, typeof createApiKey>
  /**
   * Revokes an API key by its id, at once and for good.
   *
   * Refused with `ResourceNotFound`.
   */
  readonly revokeApiKey: OnScope<F, typeof revokeApiKey>
}
