import { deploymentScope, type Merchant, type Payloom } from "@payloom/core"
import { Effect } from "effect"

/** Returns the only merchant of a filled store. */
export const merchantOf = async (payloom: Payloom): Promise<Merchant> => {
  const scopes = await Effect.runPromise(payloom.services.storage.scopes({ limit: 10 }))
  const scope = scopes.find(({ tenant }) => tenant !== deploymentScope.tenant)
  if (scope === undefined) throw new Error("the store has no merchant: fill it first")
  return payloom.merchant(scope)
}
