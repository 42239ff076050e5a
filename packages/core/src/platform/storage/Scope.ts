import { Schema } from "effect"
import type { Named } from "../../kernel/primitives/Named.ts"

/** Test and live are separate worlds: no row of one is ever seen from the other. */
export const Mode = Schema.Literals(["test", "live"])
export type Mode = Named<typeof Mode.Type>

/** Whose rows, and in which mode. Part of the key of every row. */
export interface Scope {
  /** The tenant's id. */
  readonly tenant: string
  /** In `test` no money moves. */
  readonly mode: Mode
}
export const Scope = Schema.Struct({
  tenant: Schema.String.annotate({ expected: "the id of a tenant, as tenants.create gave it" }),
  mode: Mode
})

/** Of what a storage holds once, whatever the number of tenants: their ids are no such text. */
export const deploymentScope: Scope = { tenant: "deployment", mode: "live" }

/** The scope as one string, for maps and locks. */
export const scopeKey = (scope: Scope): string => `${scope.tenant}/${scope.mode}`
