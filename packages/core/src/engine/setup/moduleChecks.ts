import { Predicate } from "effect"
import { being, type SetupCheck } from "./setupChecks.ts"

/** Checks the modules of others. */
export const modulesCheck: SetupCheck = being(
  "an array of modules that defineModule made",
  (value) => Array.isArray(value) && value.every((one) => Predicate.hasProperty(one, "name"))
)
