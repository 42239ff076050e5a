import type { Secrets } from "../secrets/Secrets.ts"
import type { Scope } from "../storage/Scope.ts"

/** Keys the fingerprints of a tenant's cards, so that tenants can't compare theirs. */
export const fingerprintKey = (secrets: Secrets["Service"], { tenant }: Scope): Uint8Array =>
  secrets.sign("fingerprints", tenant)
