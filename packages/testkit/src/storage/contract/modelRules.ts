import { Effect } from "effect"
import { rule } from "./StorageRule.ts"

/** Any history of commits, against a model that is too simple to be wrong. */
export const modelRules = [
  rule(
    "after any history of commits, a storage has answered and holds what a plain list would",
    (storage) =>
      // Only here: whoever runs no contract needs no fast-check.
      Effect.promise(async () => (await import("./modelProperty.ts")).agreesWithModel(storage))
  )
]
