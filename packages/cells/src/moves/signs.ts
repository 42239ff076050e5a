import {
  CommitConflict,
  deploymentScope,
  insert,
  type Scope,
  type StoragePort,
  type StorageUnavailable,
  type Stored,
  update
} from "@payloom/core"
import { Effect, Option } from "effect"
import {
  CellIdentityCollection,
  type MovingTenant,
  type Resident,
  ResidentCollection
} from "../cellRows.ts"

/** The scope of a tenant's sign and of its journal. */
export const signScope = (tenant: string): Scope => ({ tenant, mode: "live" })

/** Reads the sign of a tenant in a cell. Null if it was never there. */
export const signIn = (
  storage: StoragePort,
  tenant: string
): Effect.Effect<Stored<Resident> | null, StorageUnavailable> =>
  Effect.map(storage.get(signScope(tenant), ResidentCollection, tenant), Option.getOrNull)

/** The state that a sign gets. */
type SignState = Pick<Resident, "movedTo"> & { readonly isCopied: boolean }

/** Writes the sign of a tenant in a cell, if it differs. Returns it as it is then. */
export const setSign = (
  storage: StoragePort,
  tenant: string,
  { movedTo, isCopied }: SignState
): Effect.Effect<Stored<Resident>, CommitConflict | StorageUnavailable> =>
  Effect.gen(function* () {
    const row: Resident = { id: tenant, movedTo, ...(isCopied ? { isCopied } : {}) }
    const found = yield* signIn(storage, tenant)
    const isSame = found?.row.movedTo === movedTo && (found?.row.isCopied === true) === isCopied
    if (found !== null && isSame) return found
    yield* storage.commit([
      found === null
        ? insert(signScope(tenant), ResidentCollection, row)
        : update(ResidentCollection, found, row)
    ])
    const written = yield* signIn(storage, tenant)
    if (written !== null) return written
    return yield* Effect.fail(
      new CommitConflict({ reason: "missing", collection: ResidentCollection.name, key: tenant })
    )
  })

/** Notes in the identity of a cell that a tenant moves, or that it doesn't any more. */
export const noteMoving = (
  storage: StoragePort,
  tenant: string,
  state: MovingTenant["state"] | null
): Effect.Effect<void, CommitConflict | StorageUnavailable> =>
  Effect.gen(function* () {
    const found = yield* storage.get(deploymentScope, CellIdentityCollection, "cell")
    if (Option.isNone(found)) return
    const { moving = [], ...identity } = found.value.row
    if ((moving.find((each) => each.tenant === tenant)?.state ?? null) === state) return
    const others = moving.filter((each) => each.tenant !== tenant)
    const next = state === null ? others : [...others, { tenant, state }]
    yield* storage.commit([
      update(CellIdentityCollection, found.value, {
        ...identity,
        ...(next.length === 0 ? {} : { moving: next })
      })
    ])
  })
