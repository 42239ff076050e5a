import { type Scope, type ScopeQuery, scopeKey } from "@payloom/core"
import type { Connection } from "./Connection.ts"

/** Scopes as small integers, which keep every index short. A number stands for good. */
export class Scopes {
  readonly #connection: Connection
  readonly #numbers = { test: new Map<string, number>(), live: new Map<string, number>() }
  readonly #scopes = new Map<number, Scope>()

  constructor(connection: Connection) {
    this.#connection = connection
  }

  /** A scope's number; null where no row was ever written in it. */
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
   * A scope's number, which it gets if it has none. Not to be called inside a transaction: a
   * number that was rolled back would stay remembered. Throws while another connection has the
   * lock that it takes to add one.
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

  /** The scope that a row's number stands for. */
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

  /** Scopes in the order of tenant and mode, behind one of them. */
  page({ after, limit }: ScopeQuery): ReadonlyArray<Scope> {
    const from = after === undefined ? "" : " WHERE (tenant, mode) > (?, ?)"
    return this.#connection
      .read<[string, Scope["mode"]]>(
        `SELECT tenant, mode FROM scopes${from} ORDER BY tenant, mode LIMIT ?`
      )
      .all([...(after === undefined ? [] : [after.tenant, after.mode]), Math.max(limit, 0)])
      .map(([tenant, mode]) => ({ tenant, mode }))
  }

  /** The numbers of a tenant's scopes. */
  ofTenant(tenant: string): ReadonlyArray<number> {
    return this.#connection
      .read<[number]>("SELECT id FROM scopes WHERE tenant = ?")
      .all([tenant])
      .map(([number]) => number)
  }
}
