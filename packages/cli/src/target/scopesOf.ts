import type { Scope, StoragePort } from "@payloom/core"
import { Effect } from "effect"

/** Iterates over the scopes of a storage, which are read so many at a time. */
export async function* scopesOf(
  storage: Pick<StoragePort, "scopes">,
  limit: number
): AsyncGenerator<Scope> {
  for (let after: Scope | undefined; ; ) {
    const query = { limit, ...(after === undefined ? {} : { after }) }
    const scopes: ReadonlyArray<Scope> = await Effect.runPromise(storage.scopes(query))
    yield* scopes
    after = scopes.at(-1)
    if (after === undefined || scopes.length < limit) return
  }
}
