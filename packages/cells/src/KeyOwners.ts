import {
  type Collection,
  deploymentScope,
  type Row,
  type StoragePort,
  type StorageUnavailable,
  type Stored
} from "@payloom/core"
import { Effect, Option } from "effect"
import { KeyHolderCollection } from "./directoryRows.ts"
import type { Homes } from "./Homes.ts"
import { holderId } from "./takenKeys.ts"

/** The values that a process remembers at most. If there are more, all are forgotten. */
const mostOwners = 100_000

/**
 * Finds rows by values that are unique over all tenants. The directory says which tenant may have a
 * value. The tenant's cell has the row, so a remembered tenant that is not the owner any more is
 * noticed there.
 */
export class KeyOwners {
  readonly #directory: StoragePort
  readonly #homes: Homes
  readonly #known = new Map<string, string>()

  constructor(directory: StoragePort, homes: Homes) {
    this.#directory = directory
    this.#homes = homes
  }

  /** Finds the row with a value, of any tenant. It is a defect if the key is not a global one. */
  find<R extends Row>(
    of: Collection<R>,
    key: string,
    value: string
  ): Effect.Effect<Option.Option<Stored<R>>, StorageUnavailable> {
    return Effect.suspend(() => {
      if (of.unique[key]?.global !== true) {
        return Effect.die(new Error(`${key} of ${of.name} is not a global key`))
      }
      const id = holderId(of, key, value)
      const tenant = this.#known.get(id)
      if (tenant === undefined) return this.#findAnew(id, of, key, value)
      return Effect.flatMap(this.#homes.findKey(tenant, of, key, value), (found) =>
        Option.isSome(found) ? Effect.succeed(found) : this.#findAnew(id, of, key, value)
      )
    })
  }

  #findAnew<R extends Row>(
    id: string,
    of: Collection<R>,
    key: string,
    value: string
  ): Effect.Effect<Option.Option<Stored<R>>, StorageUnavailable> {
    return Effect.flatMap(this.#directory.get(deploymentScope, KeyHolderCollection, id), (held) => {
      if (Option.isNone(held)) return Effect.succeedNone
      const { tenant } = held.value.row
      return Effect.map(this.#homes.findKey(tenant, of, key, value), (found) => {
        if (Option.isSome(found)) {
          if (this.#known.size >= mostOwners) this.#known.clear()
          this.#known.set(id, tenant)
        }
        return found
      })
    })
  }
}
