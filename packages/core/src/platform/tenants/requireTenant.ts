import { Effect, Option, Predicate, Schema } from "effect"
import { inputChecker } from "../../kernel/input/decodeInput.ts"
import { parameterInvalid } from "../../kernel/input/InvalidInput.ts"
import { ResourceNotFound } from "../../kernel/input/ResourceNotFound.ts"
import { Scope } from "../storage/Scope.ts"
import { Storage } from "../storage/Storage.ts"
import { TenantCollection } from "./Tenant.ts"

const missingScope = 'is required, and so is mode: merchant({ tenant: "tenant_…", mode: "test" })'

const checkScope = inputChecker(Schema.Struct(Scope.fields))

/**
 * Refuses a scope with an unknown mode or an unknown tenant, because its rows could not be found
 * again.
 */
export const requireTenant = Effect.fnUntraced(function* (scope: Scope) {
  const storage = yield* Storage
  if (!Predicate.isObject(scope)) return yield* parameterInvalid("tenant", missingScope)
  const { tenant, mode } = yield* Effect.fromResult(checkScope(scope))
  const found = yield* storage.get({ tenant, mode }, TenantCollection, tenant)
  if (Option.isNone(found)) return yield* new ResourceNotFound({ object: "tenant", id: tenant })
})
