import { sqlite } from "@payloom/adapter-sqlite"
import {
  ApiKeyCollection,
  type Change,
  insert,
  MidCollection,
  type Storage,
  type StoragePort,
  TenantCollection
} from "@payloom/core"
import { Effect, type Layer } from "effect"
import { cells } from "../cells.ts"

/** The values that a tenant claims. Each is unique over all tenants. */
export interface Claim {
  /** The hash of an API key. */
  readonly hash?: string
  readonly reference?: string
  /** The id of a MID. */
  readonly mid?: string
}

type Wrap = <E>(layer: Layer.Layer<Storage, E>) => Layer.Layer<Storage, E>

/** Returns cells in the files of a folder. Tenants whose ids end with A are in `a`. */
export const claimsIn = (folder: string, wrap: Wrap = (layer) => layer) => {
  const file = (name: string) => wrap(sqlite(`${folder}/${name}.db`))
  return cells({
    directory: file("directory"),
    cells: { a: file("a"), b: file("b") },
    placeTenant: (tenant) => (tenant.endsWith("A") ? "a" : "b")
  })
}

/** Claims values for a tenant by one commit. Returns the reason of a conflict, or `committed`. */
export const claiming = (storage: StoragePort, tenant: string, claim: Claim) =>
  Effect.match(storage.commit(changesOf(tenant, claim)), {
    onSuccess: () => "committed",
    onFailure: (error) => (error._tag === "CommitConflict" ? error.reason : error._tag)
  })

const created = 1_700_000_000_000

const changesOf = (tenant: string, { hash, reference, mid }: Claim): ReadonlyArray<Change> => {
  const scope = { tenant, mode: "test" } as const
  const changes: Array<Change> = []
  if (reference !== undefined) {
    const settings = {
      displayName: "Shop",
      defaultCurrency: "EUR",
      serviceVersion: "",
      dunningExhausted: "terminate",
      returnOrigins: []
    }
    const row = { id: tenant, mode: "test", reference, settings, created }
    changes.push(
      insert(
        scope,
        TenantCollection,
        row as unknown as Parameters<typeof TenantCollection.encode>[0]
      )
    )
  }
  if (hash !== undefined) {
    const id = tenant.replace("tenant", "key")
    const row = { id, kind: "secret", hash, created, revokedAt: null }
    changes.push(
      insert(
        scope,
        ApiKeyCollection,
        row as unknown as Parameters<typeof ApiKeyCollection.encode>[0]
      )
    )
  }
  if (mid !== undefined)
    changes.push(
      insert(scope, MidCollection, { id: mid } as Parameters<typeof MidCollection.encode>[0])
    )
  return changes
}
