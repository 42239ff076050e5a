import { Schema } from "effect"
import type { Named } from "../../kernel/primitives/Named.ts"

/** The mode of a row. No row of one mode is ever visible in the other. */
export const Mode = Schema.Literals(["test", "live"])
export type Mode = Named<typeof Mode.Type>

/** The tenant and mode of rows. It is part of the key of every row. */
export interface Scope {
  /** The tenant's id. */
  readonly tenant: string
  /** No money moves in `test`. */
  readonly mode: Mode
}
export const Scope = Schema.Struct({
  tenant: Schema.String.annotate({ expected: "the id of a tenant, as tenants.create gave it" }),
  mode: Mode
})

/**
 * The scope of rows that a storage has once, whatever the number of tenants. No tenant has this id.
 */
export const deploymentScope: Scope = { tenant: "deployment", mode: "live" }

/** Returns the scope as a string, for maps and locks. */
export const scopeKey = (scope: Scope): string => `${scope.tenant}/${scope.mode}`
