/** An operation on the files of a folder, as `forgetfulDisk.c` records it. */
export type DiskOperation = { readonly end: number } & (
  | { readonly kind: "written"; readonly file: bigint; readonly at: number; readonly bytes: Buffer }
  | { readonly kind: "truncated"; readonly file: bigint; readonly size: number }
  | { readonly kind: "syncBegun" | "syncEnded"; readonly file: bigint; readonly sync: bigint }
  | { readonly kind: "created"; readonly file: bigint; readonly name: string }
  | { readonly kind: "unlinked"; readonly name: string }
  | { readonly kind: "renamed"; readonly name: string; readonly to: string }
)

const magic = 0x6b736964
const headerBytes = 32

/** In the order of the constants in `forgetfulDisk.c`, from 1. */
const kinds = [
  "written",
  "truncated",
  "syncBegun",
  "syncEnded",
  "created",
  "unlinked",
  "renamed"
] as const

/**
 * Returns the operations of a log in their order. `end` is the position in the log after the
 * operation, in bytes. Throws if the log is damaged.
 */
export const diskOperations = (log: Buffer): ReadonlyArray<DiskOperation> => {
  const found: Array<DiskOperation> = []
  for (let position = 0; position < log.length; ) {
    if (log.length < position + headerBytes || log.readUInt32LE(position) !== magic) {
      throw new Error(`The log of the disk is damaged at the byte ${position}.`)
    }
    const end = position + headerBytes + Number(log.readBigUInt64LE(position + 24))
    found.push(operationOf(log.subarray(position, end), end))
    position = end
  }
  return found
}

const operationOf = (record: Buffer, end: number): DiskOperation => {
  const kind = kinds[record.readUInt32LE(4) - 1]
  const file = record.readBigUInt64LE(8)
  const at = record.readBigUInt64LE(16)
  const bytes = record.subarray(headerBytes)
  switch (kind) {
    case "written":
      return { end, kind, file, at: Number(at), bytes }
    case "truncated":
      return { end, kind, file, size: Number(at) }
    case "syncBegun":
    case "syncEnded":
      return { end, kind, file, sync: at }
    case "created":
      return { end, kind, file, name: bytes.toString() }
    case "unlinked":
      return { end, kind, name: bytes.toString() }
    case "renamed": {
      const [name = "", to = ""] = bytes.toString().split("\0")
      return { end, kind, name, to }
    }
    default:
      throw new Error(`The log of the disk has an unknown operation before the byte ${end}.`)
  }
}
