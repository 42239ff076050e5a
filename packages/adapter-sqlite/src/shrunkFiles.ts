import { closeSync, openSync, readSync } from "node:fs"
import type { Connection } from "./Connection.ts"
import { FileUnchecked, stateOf, type WatchedFile } from "./fileStates.ts"
import { isLocked } from "./lockWaits.ts"

/**
 * Returns true if a file of this size has all of its content. Other programs may validly shorten
 * the files: `VACUUM` shortens the database, a truncating checkpoint its log.
 */
export const isWhole = (
  connection: Connection,
  { path, kind, state }: WatchedFile,
  size: number,
  schemaVersion: number
): boolean => {
  if (kind === "log") return (size >= state.size && hasHeader(path)) || isLogWhole(connection, path)
  return (
    size >= state.size || (kind === "data" && isVacuumed(connection, state.size, schemaVersion))
  )
}

/** Returns a number that grows with every change of the schema, and with every `VACUUM`. */
export const schemaVersionOf = (connection: Connection): number =>
  numberOf(connection, "PRAGMA schema_version")

/** `VACUUM` leaves fewer pages. If pages were added since, its new schema version shows it. */
const isVacuumed = (connection: Connection, sizeBefore: number, schemaVersion: number): boolean => {
  connection.endSnapshot()
  try {
    const pages = numberOf(connection, "PRAGMA page_count")
    const hasFewer = pages * numberOf(connection, "PRAGMA page_size") < sizeBefore
    return pages > 0 && (hasFewer || schemaVersionOf(connection) !== schemaVersion)
  } catch (cause) {
    if (isLocked(cause)) throw cause
    // SQLite misses the pages that were cut off.
    return false
  }
}

const headerBytes = 32
const frameHeaderBytes = 24
const mostTries = 3

/** Compares the log's length with the number of frames in its index. */
const isLogWhole = (connection: Connection, path: string): boolean => {
  connection.endSnapshot()
  const frameBytes = frameHeaderBytes + numberOf(connection, "PRAGMA page_size")
  for (let tries = 1; tries <= mostTries; tries++) {
    const frames = framesOf(connection)
    const size = stateOf(path)?.size ?? 0
    const isComplete = size >= headerBytes + frames * frameBytes && hasHeader(path)
    if (frames <= 0 || isComplete) return true
    // Another process may have emptied the log in between.
    if (framesOf(connection) === frames) return false
  }
  return true
}

/** Returns the number of frames in the log, without a checkpoint. */
const framesOf = (connection: Connection): number => {
  const [, frames] = connection
    .read<[number, number, number]>("PRAGMA wal_checkpoint(NOOP)")
    .get([]) ?? [0, 0, 0]
  return frames
}

/** For both byte orders of checksums. */
const magics = [0x377f0682, 0x377f0683]

/**
 * Returns true if the log has a log's header. If a file was emptied and then written to behind its
 * old end, its beginning is zeros. SQLite locks nothing in this file, so closing it here releases
 * none of its locks.
 */
const hasHeader = (path: string): boolean => {
  const header = Buffer.alloc(headerBytes)
  try {
    const file = openSync(path, "r")
    try {
      readSync(file, header, 0, headerBytes, 0)
    } finally {
      closeSync(file)
    }
  } catch (cause) {
    throw new FileUnchecked(path, cause)
  }
  return magics.includes(header.readUInt32BE(0))
}

const numberOf = (connection: Connection, pragma: string): number =>
  connection.read<[number]>(pragma).get([])?.[0] ?? 0
