import type { Scope } from "@payloom/core"
import { getOrMake } from "./getOrMake.ts"

/**
 * A map with scopes as keys. It remembers the last scope, because callers usually ask for it
 * again.
 */
export class ScopeMap<V> {
  readonly #tenants = new Map<string, Map<string, V>>()
  #last: { readonly scope: Scope; readonly value: V } | undefined

  get(scope: Scope): V | undefined {
    const last = this.#last
    if (last !== undefined && isSameScope(last.scope, scope)) return last.value
    const value = this.#tenants.get(scope.tenant)?.get(scope.mode)
    if (value !== undefined) this.#last = { scope, value }
    return value
  }

  getOrMake(scope: Scope, make: () => V): V {
    const found = this.get(scope)
    if (found !== undefined) return found
    const made = make()
    getOrMake(this.#tenants, scope.tenant, () => new Map<string, V>()).set(scope.mode, made)
    return made
  }

  *values(): Generator<V> {
    for (const modes of this.#tenants.values()) yield* modes.values()
  }
}

/** Returns true if both are the same tenant in the same mode. */
export const isSameScope = (left: Scope, right: Scope): boolean =>
  left.tenant === right.tenant && left.mode === right.mode
