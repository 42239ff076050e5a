import { CustomerCollection, type Scope } from "@payloom/core"
import { Effect } from "effect"
import type { ConsoleEngine } from "../../Room.ts"

/** A customer, as lists show it. */
export interface CustomerName {
  readonly id: string
  readonly name: string | null
  readonly email: string | null
}

/** Reads the customers of a list at once, by their ids. */
export const customerNames = async (
  { services }: ConsoleEngine,
  scope: Scope,
  ids: ReadonlyArray<string | null>
): Promise<ReadonlyArray<CustomerName>> => {
  const wanted = [...new Set(ids.flatMap((id) => (id === null ? [] : [id])))]
  if (wanted.length === 0) return []
  const rows = await Effect.runPromise(services.storage.getMany(scope, CustomerCollection, wanted))
  return rows.map(({ row: { id, name, email } }) => ({ id, name, email }))
}
