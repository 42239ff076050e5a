import { Effect } from "effect"
import { agreesWithModel } from "./modelProperty.ts"
import { long, rule } from "./StorageRule.ts"

/** Compares a storage with a simple model after any history of commits. */
export const modelRules = [
  rule(
    "after any history of commits, a storage holds and returns the same rows as a plain list",
    (storage) => Effect.promise(() => agreesWithModel(storage)),
    long
  )
]
