import { collection, Mode } from "@payloom/core"
import { Schema } from "effect"

const KnownCell = Schema.Struct({
  /** The name of the cell. */
  id: Schema.String,
  /** A random text, which the cell itself has too. So a cell is not taken for another one. */
  identity: Schema.String
})
/** A cell, as the directory knows it. */
export interface KnownCell extends Schema.Schema.Type<typeof KnownCell> {}

/** The cells of a directory. */
export const KnownCellCollection = collection<KnownCell>({ name: "cells", schema: KnownCell })

const TenantPlace = Schema.Struct({
  id: Schema.String,
  /** The name of the cell. */
  cell: Schema.String
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
export const placeId = (tenant: string): string => `tenant/${tenant}`

const KeyHolder = Schema.Struct({
  id: Schema.String,
  tenant: Schema.String,
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
  KeyHolderCollection
] as const
