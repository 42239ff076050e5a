import type { Scope } from "@payloom/core"
import { getOrMake } from "./getOrMake.ts"

/** Something for each scope. */
export class ScopeMap<V> {
  readonly #tenants = new Map<string, Map<string, V>>()

  get({ tenant, mode }: Scope): V | undefined {
    return this.#tenants.get(tenant)?.get(mode)
  }

  getOrMake(scope: Scope, make: () => V): V {
    return getOrMake(
      getOrMake(this.#tenants, scope.tenant, () => new Map()),
      scope.mode,
      make
    )
  }

  *values(): Generator<V> {
    for (const modes of this.#tenants.values()) yield* modes.values()
  }
}
