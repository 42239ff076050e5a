import {
  type Collection,
  deploymentScope,
  type Row,
  remove,
  type Scope,
  type StoragePort,
  type Stored
} from "@payloom/core"
import { Effect } from "effect"

const pageSize = 200

/** Removes all rows of a collection in a scope, of the deployment unless another one is given. */
export const removeAll = Effect.fnUntraced(function* <R extends Row>(
  storage: StoragePort,
  of: Collection<R>,
  scope: Scope = deploymentScope
) {
  for (;;) {
    const page: ReadonlyArray<Stored<R>> = yield* storage.page(scope, of, {
      order: "asc",
      limit: pageSize
    })
    if (page.length > 0) yield* storage.commit(page.map((each) => remove(of, each)))
    if (page.length < pageSize) return
  }
})
