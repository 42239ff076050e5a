import type { accountSettings, updateAccount } from "../../platform/tenants/accountSettings.ts"
import type { authenticate, createApiKey, revokeApiKey } from "../../platform/tenants/apiKeys.ts"
import type { createTenant, findTenant } from "../../platform/tenants/createTenant.ts"
import type { CallStyle, OfEngine, OnScope } from "./CallStyle.ts"

/** Tenants, their settings and their API keys. Library calls. */
export interface Tenants<F extends CallStyle> {
  /**
   * Makes a tenant, in test and in live. Its id names it on a merchant's handle.
   *
   * Refused with `InvalidInput`, and `TenantReferenceTaken` where another has the reference.
   */
  readonly create: OfEngine<F, typeof createTenant>
  /**
   * The tenant that the embedder knows by this reference, if there is one.
   *
   * Refused with `InvalidInput` for a reference that is no string.
   */
  readonly find: OfEngine<F, typeof findTenant>
  /**
   * The one tenant, mode and kind that an API key speaks for (spec 5).
   *
   * Refused with `ApiKeyInvalid` where it is malformed, unknown or revoked.
   */
  readonly authenticate: OfEngine<F, typeof authenticate>
  /** The settings of a tenant in one mode, in the row of the tenant. */
  readonly settings: OnScope<F, typeof accountSettings>
  /**
   * Changes settings of a tenant in one mode; those not named stay. Answers all of them.
   *
   * Refused with `InvalidInput`.
   */
  readonly updateAccount: OnScope<F, typeof updateAccount>
  /**
   * Makes an API key of a tenant in one mode and shows it this once: only its hash is stored.
   *
   * Refused with `InvalidInput` for a kind that there is not.
   */
  readonly createApiKey: OnScope<F, typeof createApiKey>
  /**
   * Takes an API key out of use, by its id, at once and for good.
   *
   * Refused with `ResourceNotFound`.
   */
  readonly revokeApiKey: OnScope<F, typeof revokeApiKey>
}
