import { Option, Schema } from "effect"
import type { CopiedBalance } from "./copyInThread.ts"

/** The balance of a backup's books in one currency. */
export interface BackupBalance extends CopiedBalance {}

const Count = Schema.Int.check(Schema.isGreaterThanOrEqualTo(0))

/**
 * The contents of a verified backup. It is a JSON file beside the backup, and a backup without it
 * is not whole.
 */
export interface BackupManifest {
  readonly format: "payloom-backup"
  /** The version of this format. */
  readonly version: 1
  /** The name of the backup's file, without its folder. */
  readonly file: string
  readonly bytes: number
  /** SHA-256 of the file, as hexadecimal digits. */
  readonly sha256: string
  /**
   * The time of the backup, in milliseconds since the epoch. It has every commit that had succeeded
   * by then.
   */
  readonly takenAt: number
  /** The version of the adapter's own tables. */
  readonly schemaVersion: number
  /**
   * The check value of the master secret that belongs to the store. It reveals nothing else. For a
   * cell it is the identity of the cell, because the directory has the check value.
   */
  readonly secretCheck: string
  /** The number of rows, by collection. */
  readonly collections: { readonly [name: string]: number }
  /** The books by currency. Every sum is zero. */
  readonly trialBalance: ReadonlyArray<BackupBalance>
}
const BackupManifest = Schema.Struct({
  format: Schema.Literal("payloom-backup"),
  version: Schema.Literal(1),
  file: Schema.String,
  bytes: Count,
  sha256: Schema.String.check(Schema.isPattern(/^[0-9a-f]{64}$/)),
  takenAt: Count,
  schemaVersion: Count,
  secretCheck: Schema.String.check(Schema.isMinLength(1)),
  collections: Schema.Record(Schema.String, Count),
  trialBalance: Schema.Array(
    Schema.Struct({ currency: Schema.String, accounts: Count, sum: Schema.Literal("0") })
  )
})

/** Returns the name of a backup's manifest. */
export const manifestPath = (backup: string): string => `${backup}.json`

/** Returns a manifest as text. */
export const manifestText = (manifest: BackupManifest): string =>
  `${JSON.stringify(manifest, null, 2)}\n`

const decode = Schema.decodeUnknownOption(Schema.fromJsonString(BackupManifest))

/** Reads the text of a manifest. Null if it is none. */
export const readManifest = (text: string): BackupManifest | null => Option.getOrNull(decode(text))
