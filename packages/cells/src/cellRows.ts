import { collection, Mode, RestoredFrom } from "@payloom/core"
import { Schema } from "effect"

const MovingTenant = Schema.Struct({
  tenant: Schema.String,
  state: Schema.Literals(["leaving", "arriving", "arrived"])
})
/**
 * A tenant that moves. `leaving` is in the cell that it leaves, also after the hand-over. In the
 * other cell it is `arriving`, and `arrived` after the hand-over.
 */
export interface MovingTenant extends Schema.Schema.Type<typeof MovingTenant> {}

const CellIdentity = Schema.Struct({
  id: Schema.Literal("cell"),
  /** The name of the cell in the directory. */
  name: Schema.String,
  identity: Schema.String,
  /** The tenants that move from or to the cell. Absent if there are none. */
  moving: Schema.optionalKey(Schema.Array(MovingTenant)),
  /** The backup from which the cell was restored, until the cells are repaired. */
  restored: Schema.optionalKey(RestoredFrom)
})
/** The row by which a cell is known. It is a row of the deployment in the cell. */
export interface CellIdentity extends Schema.Schema.Type<typeof CellIdentity> {}

/** The version of this row grows when a tenant begins to move, and when it has left. */
export const CellIdentityCollection = collection<CellIdentity>({
  name: "cell_identity",
  schema: CellIdentity
})

const Resident = Schema.Struct({
  id: Schema.String,
  /** The name of the cell in which the tenant is. Null while it is here. */
  movedTo: Schema.NullOr(Schema.String),
  /** True while the tenant is copied to another cell. Each commit then writes the journal too. */
  isCopied: Schema.optionalKey(Schema.Boolean)
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

const CommitJournal = Schema.Struct({
  id: Schema.String,
  /** The changed rows: collection, mode and id of each. */
  rows: Schema.Array(Schema.Tuple([Schema.String, Mode, Schema.String]))
})
/** The rows that one commit of a tenant changed while the tenant is copied to another cell. */
export interface CommitJournal extends Schema.Schema.Type<typeof CommitJournal> {}

/** The commits of moving tenants that are to be copied. */
export const CommitJournalCollection = collection<CommitJournal>({
  name: "cell_journal",
  schema: CommitJournal
})

const CopyMark = Schema.Struct({
  id: Schema.String,
  /** The number of the tenant's move that brought the row. The first move is 1. */
  move: Schema.Int
})
/**
 * The sign that an event was in the cell when its tenant arrived there. An event that the tenant
 * left there before has the number of the move by which it came back.
 */
export interface CopyMark extends Schema.Schema.Type<typeof CopyMark> {}

/**
 * The events that tenants brought along, by collection and id. A consumer that has read them in the
 * old cell passes them.
 */
export const CopyMarkCollection = collection<CopyMark>({ name: "cell_copies", schema: CopyMark })

/** Returns the id of the mark of a row. */
export const markId = (of: { readonly name: string }, id: string): string => `${of.name}/${id}`

/** The collections of a cell, beside those of the engine. */
export const cellCollections = [
  CellIdentityCollection,
  ResidentCollection,
  CommitTokenCollection,
  CommitJournalCollection,
  CopyMarkCollection
] as const

/** The names of the tables that only a cell has. They stay when an adoption is undone. */
export const cellTables: ReadonlyArray<string> = cellCollections.map(({ name }) => name)
