import { Schema } from "effect"

/** Test and live are separate worlds: no row of one is ever seen from the other. */
export const Mode = Schema.Literals(["test", "live"])
export type Mode = typeof Mode.Type

/** Whose rows, and in which mode. Part of the key of every row. */
export const Scope = Schema.Struct({ tenant: Schema.String, mode: Mode })
export type Scope = typeof Scope.Type

/** The scope as one string, for maps and locks. */
export const scopeKey = (scope: Scope): string => `${scope.tenant}/${scope.mode}`
