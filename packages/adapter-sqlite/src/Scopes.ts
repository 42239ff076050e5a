import { type Scope, type ScopeQuery, scopeKey } from "@payloom/core"
import type { Connection } from "./Connection.ts"

/** Scopes as small integers, which keep indexes short. A scope's number never changes. */
export class Scopes {
  readonly #connection: Connection
  readonly #numbers = { test: new Map<string, number>(), live: new Map<string, number>() }
  readonly #scopes = new Map<number, Scope>()

  constructor(connection: Connection) {
    this.#connection = connection
  }

  /** Returns a scope's number. Null if no row was ever written in the scope. */
  find(scope: Scope): number | null {
    const numbers = this.#numbers[scope.mode]
    const known = numbers.get(scope.tenant)
    if (known !== undefined) return known
    const found = this.#connection
      .read<[number]>("SELECT id FROM scopes WHERE tenant = ? AND mode = ?")
      .get([scope.tenant, scope.mode])
    if (found === undefined) return null
    numbers.set(scope.tenant, found[0])
    return found[0]
  }

  /**
   * Returns a scope's number, and assigns one if it has none. Don't call it inside a transaction,
   * because a number that is rolled back would stay in memory. Throws while another connection
   * holds the lock that is needed to add one.
   */
  findOrAdd(scope: Scope): number {
    const known = this.find(scope)
    if (known !== null) return known
    // Another process may add it in between.
    this.#connection.endSnapshot()
    this.#connection
      .write("INSERT INTO scopes (tenant, mode) VALUES (?, ?) ON CONFLICT DO NOTHING")
      .run([scope.tenant, scope.mode])
    const added = this.find(scope)
    if (added === null) throw new Error(`no number for scope ${scopeKey(scope)}`)
    return added
  }

  /** Returns the scope of a number. */
  at(number: number): Scope {
    const known = this.#scopes.get(number)
    if (known !== undefined) return known
    const found = this.#connection
      .read<[string, Scope["mode"]]>("SELECT tenant, mode FROM scopes WHERE id = ?")
      .get([number])
    if (found === undefined) throw new Error(`no scope has the number ${number}`)
    const scope: Scope = { tenant: found[0], mode: found[1] }
    this.#scopes.set(number, scope)
    return scope
  }

  /** Returns scopes in the order of tenant and mode, after one of them. */
  page({ after, limit }: ScopeQuery): ReadonlyArray<Scope> {
    const from = after === undefined ? "" : " WHERE (tenant, mode) > (?, ?)"
    return this.#connection
      .read<[string, Scope["mode"]]>(
        `SELECT tenant, mode FROM scopes${from} ORDER BY tenant, mode LIMIT ?`
      )
      .all([...(after === undefined ? [] : [after.tenant, after.mode]), Math.max(limit, 0)])
      .map(([tenant, mode]) => ({ tenant, mode }))
  }

  /** Returns the numbers of a tenant's scopes. */
  ofTenant(tenant: string): ReadonlyArray<number> {
    return this.#connection
      .read<[number]>("SELECT id FROM scopes WHERE tenant = ?")
      .all([tenant])
      .map(([number]) => number)
  }
}
