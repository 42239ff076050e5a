import {
  type Change,
  type Collection,
  deploymentScope,
  type Row,
  type StoragePort,
  type StorageUnavailable,
  type Stored
} from "@payloom/core"
import { Effect, Option } from "effect"
import { commitInCell } from "./commits.ts"
import type { Places } from "./Places.ts"

/**
 * The storages of all tenants, by tenant: the cell of each, and the directory for the deployment.
 */
export class Homes {
  readonly #directory: StoragePort
  readonly #places: Places

  constructor(directory: StoragePort, places: Places) {
    this.#directory = directory
    this.#places = places
  }

  /** Commits the changes of one tenant. */
  commit(tenant: string, changes: ReadonlyArray<Change>): ReturnType<StoragePort["commit"]> {
    return isDeployment(tenant)
      ? this.#directory.commit(changes)
      : commitInCell(this.#places, tenant, changes)
  }

  /** Asks the storage of a tenant. The answer is `empty` if nothing was written for the tenant. */
  ask<A>(
    tenant: string,
    question: (storage: StoragePort) => Effect.Effect<A, StorageUnavailable>,
    empty: A
  ): Effect.Effect<A, StorageUnavailable> {
    return Effect.suspend(() => {
      const storage = isDeployment(tenant) ? this.#directory : this.#places.storageNow(tenant)
      if (storage !== null) return question(storage)
      return Effect.flatMap(this.#places.forReading(tenant), (place) =>
        place === null ? Effect.succeed(empty) : place.cell.ask(question)
      )
    })
  }

  /** Finds the row with a value that is unique over all tenants, in the storage of a tenant. */
  findKey<R extends Row>(tenant: string, of: Collection<R>, key: string, value: string) {
    return this.ask<Option.Option<Stored<R>>>(
      tenant,
      (storage) => storage.findUnique("any", of, key, value),
      Option.none()
    )
  }
}

/** True if rows with this tenant are the deployment's, which are in the directory. */
export const isDeployment = (tenant: string): boolean => tenant === deploymentScope.tenant
