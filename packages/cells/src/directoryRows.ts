import { collection, Mode } from "@payloom/core"
import { Schema } from "effect"

const KnownCell = Schema.Struct({
  /** The name of the cell. */
  id: Schema.String,
  /** A random text, which the cell itself has too. So a cell is not taken for another one. */
  identity: Schema.String,
  /** True if the cell was drained, so that it gets no new tenants. */
  isDrained: Schema.optionalKey(Schema.Boolean)
})
/** A cell, as the directory knows it. */
export interface KnownCell extends Schema.Schema.Type<typeof KnownCell> {}

/** The cells of a directory. */
export const KnownCellCollection = collection<KnownCell>({ name: "cells", schema: KnownCell })

const TenantPlace = Schema.Struct({
  id: Schema.String,
  /** The name of the cell. */
  cell: Schema.String,
  /** The cells that the tenant has left. Its append-only rows are still there. */
  left: Schema.optionalKey(Schema.Array(Schema.String)),
  /** The number of its moves that are finished or handed over. Absent if there is none. */
  moves: Schema.optionalKey(Schema.Int),
  /** The number of the last hand-over, of all tenants. Absent if the tenant never moved. */
  handOver: Schema.optionalKey(Schema.Int)
})
/** The cell of a tenant. */
export interface TenantPlace extends Schema.Schema.Type<typeof TenantPlace> {}

/** The cells of all tenants. */
export const TenantPlaceCollection = collection<TenantPlace>({
  name: "cell_tenants",
  schema: TenantPlace,
  indexes: { cell: { of: ({ cell }) => cell } }
})

/** Returns the id of a tenant's place. The id of a tenant may be any text. */
export const placeId = (tenant: string): string => `${placePrefix}${tenant}`

/** Returns the id of a tenant by the id of its place. */
export const tenantOfPlace = (id: string): string => id.slice(placePrefix.length)

const placePrefix = "tenant/"

const CellMove = Schema.Struct({
  /** The id of the tenant's place. */
  id: Schema.String,
  tenant: Schema.String,
  from: Schema.String,
  to: Schema.String,
  /**
   * The rows are copied first. Then only changes are copied (`following`). Then no commit is
   * possible (`frozen`), until the tenant is in the other cell (`handed`). A move that is undone is
   * `undoing`.
   */
  phase: Schema.Literals(["copying", "following", "frozen", "handed", "undoing"]),
  /** The time of the freeze, in milliseconds since the epoch. Null in other phases. */
  frozenAt: Schema.NullOr(Schema.Number),
  /** The number of the tenant's move. The first one is 1. */
  move: Schema.Int
})
/** A move of a tenant that is not finished. A later call continues it from this row. */
export interface CellMove extends Schema.Schema.Type<typeof CellMove> {}

/** The moves that are not finished. */
export const CellMoveCollection = collection<CellMove>({ name: "cell_moves", schema: CellMove })

const HandOver = Schema.Struct({
  /** The number of the hand-over with leading zeros, as {@link handOverId} writes it. */
  id: Schema.String,
  tenant: Schema.String,
  from: Schema.String,
  to: Schema.String,
  /** The number of the tenant's move. The first one is 1. */
  move: Schema.Int
})
/** The hand-over of a tenant, by which readers of events notice that it has moved. */
export interface HandOver extends Schema.Schema.Type<typeof HandOver> {}

/** All hand-overs in their order. */
export const HandOverCollection = collection<HandOver>({
  name: "cell_hand_overs",
  schema: HandOver
})

/** Returns the id of a hand-over by its number. */
export const handOverId = (number: number): string => number.toString().padStart(16, "0")

const KeyHolder = Schema.Struct({
  id: Schema.String,
  tenant: Schema.String,
  /** The mode of the token. The row with the value may be in the other mode of the tenant. */
  mode: Mode,
  /**
   * The token of a commit that may be about to write the value. Null after the commit. The commit
   * writes the token into its cell, unless another process has written it there before.
   */
  token: Schema.NullOr(Schema.String)
})
/**
 * A value of a key that is unique over all tenants, and the tenant that has it or had it last. The
 * cell of the tenant has the row itself.
 */
export interface KeyHolder extends Schema.Schema.Type<typeof KeyHolder> {}

/** The tenants of all values that are unique over all tenants. */
export const KeyHolderCollection = collection<KeyHolder>({
  name: "cell_keys",
  schema: KeyHolder
})

/** The collections of a directory, beside the rows of the deployment. */
export const directoryCollections = [
  KnownCellCollection,
  TenantPlaceCollection,
  CellMoveCollection,
  HandOverCollection,
  KeyHolderCollection
] as const
