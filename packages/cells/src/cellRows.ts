import { collection } from "@payloom/core"
import { Schema } from "effect"

const CellIdentity = Schema.Struct({
  id: Schema.Literal("cell"),
  /** The name of the cell in the directory. */
  name: Schema.String,
  identity: Schema.String
})
/** The row by which a cell is known. It is a row of the deployment in the cell. */
export interface CellIdentity extends Schema.Schema.Type<typeof CellIdentity> {}

/** The version of this row grows when a tenant leaves the cell. */
export const CellIdentityCollection = collection<CellIdentity>({
  name: "cell_identity",
  schema: CellIdentity
})

const Resident = Schema.Struct({
  id: Schema.String,
  /** The name of the cell to which the tenant moved. Null while it is here. */
  movedTo: Schema.NullOr(Schema.String)
})
/**
 * The sign that a tenant is in the cell. Every commit checks its version, so a process that has an
 * old place of a tenant can't write to the cell. A tenant that left keeps the row, so that nobody
 * can add it again.
 */
export interface Resident extends Schema.Schema.Type<typeof Resident> {}

/** The tenants of a cell. */
export const ResidentCollection = collection<Resident>({
  name: "cell_residents",
  schema: Resident
})

const CommitToken = Schema.Struct({ id: Schema.String })
/** The token of a commit that takes keys. Of two commits that write it, one conflicts. */
export interface CommitToken extends Schema.Schema.Type<typeof CommitToken> {}

/** The tokens of commits whose keys the directory does not confirm yet. */
export const CommitTokenCollection = collection<CommitToken>({
  name: "cell_tokens",
  schema: CommitToken
})

/** The collections of a cell, beside those of the engine. */
export const cellCollections = [
  CellIdentityCollection,
  ResidentCollection,
  CommitTokenCollection
] as const
