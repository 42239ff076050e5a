import { type Line, number, text } from "./Statement.ts"

/**
 * The place of a row in the order of commits: the number of its transaction, and its number within
 * it.
 */
export interface Place {
  readonly epoch: number
  readonly xid: bigint
  readonly seq: bigint
}

/** A transaction that had not ended, and the number up to which its rows were read since. */
interface Pending {
  readonly xid: bigint
  readonly seq: bigint
}

/**
 * How far a reader has come: all rows up to a place, except those of transactions that were in
 * flight. Transactions become visible in another order than that of their numbers. So a place alone
 * would miss rows that a transaction with a lower number commits later.
 */
export interface FeedPosition {
  readonly upTo: Place
  readonly pending: ReadonlyArray<Pending>
}

/** The transactions that had ended when a statement ran. */
export interface Snapshot {
  readonly epoch: number
  /** The first number that no transaction had yet. */
  readonly end: bigint
  readonly running: ReadonlyArray<bigint>
}

export const atStart: FeedPosition = { upTo: { epoch: 0, xid: 0n, seq: 0n }, pending: [] }

/** Parses PostgreSQL's text of a snapshot: `xmin:xmax:xip,xip`. */
export const snapshotOf = (epoch: number, written: string): Snapshot => {
  const [, end = "0", running = ""] = written.split(":")
  return {
    epoch,
    end: BigInt(end),
    running: running === "" ? [] : running.split(",").map(BigInt)
  }
}

/** Reads a place from three columns of a line: epoch, transaction and number. */
export const placeOf = (line: Line, first: number): Place => ({
  epoch: number(line, first),
  xid: BigInt(text(line, first + 1)),
  seq: BigInt(text(line, first + 2))
})

/** Returns the position after all rows that a snapshot shows. */
export const endOf = ({ epoch, end, running }: Snapshot): FeedPosition => ({
  upTo: { epoch, xid: end - 1n, seq: largest },
  pending: running.map((xid) => ({ xid, seq: 0n }))
})

/** Returns the position after a row that was read from `from` on, if the snapshot has more rows. */
export const behind = (from: FeedPosition, last: Place, snapshot: Snapshot): FeedPosition => {
  const isRunning = ({ xid }: Pending) => snapshot.running.includes(xid)
  if (isBehind(from.upTo, last)) {
    const running = last.epoch === snapshot.epoch ? snapshot.running : []
    return {
      upTo: last,
      pending: running.filter((xid) => xid < last.xid).map((xid) => ({ xid, seq: 0n }))
    }
  }
  return {
    upTo: from.upTo,
    pending: from.pending.flatMap((pending) => {
      if (pending.xid === last.xid) return [{ xid: last.xid, seq: last.seq }]
      return pending.xid > last.xid || isRunning(pending) ? [pending] : []
    })
  }
}

/**
 * Returns the position of a reader for whom a snapshot shows no more rows. It stays at the last
 * row. After a crash the server may reuse the numbers of transactions that wrote nothing. The
 * numbers up to the last row are on disk.
 */
export const nothingBehind = (from: FeedPosition, { running }: Snapshot): FeedPosition => ({
  upTo: from.upTo,
  pending: from.pending.filter(({ xid }) => running.includes(xid))
})

const isBehind = (one: Place, other: Place): boolean =>
  other.epoch !== one.epoch
    ? other.epoch > one.epoch
    : other.xid !== one.xid
      ? other.xid > one.xid
      : other.seq > one.seq

const largest = 2n ** 63n - 1n

/** Returns a position as text, to store it. */
export const writePosition = ({ upTo, pending }: FeedPosition): string => {
  const { epoch, xid, seq } = upTo
  return `${epoch}.${xid}.${seq}${pending.map((each) => `,${each.xid}.${each.seq}`).join("")}`
}

/** Parses a position from its text. */
export const readPosition = (written: string): FeedPosition => {
  const [upTo = "", ...pending] = written.split(",")
  const [epoch = "0", xid = "0", seq = "0"] = upTo.split(".")
  return {
    upTo: { epoch: Number(epoch), xid: BigInt(xid), seq: BigInt(seq) },
    pending: pending.map((each) => {
      const [pendingXid = "0", pendingSeq = "0"] = each.split(".")
      return { xid: BigInt(pendingXid), seq: BigInt(pendingSeq) }
    })
  }
}
