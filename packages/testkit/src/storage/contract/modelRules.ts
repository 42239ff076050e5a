import { Effect } from "effect"
import { agreesWithModel } from "./modelProperty.ts"
import { long, rule } from "./StorageRule.ts"

/** Any history of commits, against a model that is too simple to be wrong. */
export const modelRules = [
  rule(
    "after any history of commits, a storage has answered and holds what a plain list would",
    (storage) => Effect.promise(() => agreesWithModel(storage)),
    long
  )
]
