import { type Line, number, text } from "./Statement.ts"

/** The place of a row in the order of commits: its transaction's, and its number in that. */
export interface Place {
  readonly epoch: number
  readonly xid: bigint
  readonly seq: bigint
}

/** A transaction that had not ended, and up to which number its rows were read since. */
interface Pending {
  readonly xid: bigint
  readonly seq: bigint
}

/**
 * How far a reader has come: all up to a place, but for what those transactions write that were
 * under way. Transactions become visible in another order than that of their numbers, so a place
 * alone would miss what one of a lower number commits later.
 */
export interface FeedPosition {
  readonly upTo: Place
  readonly pending: ReadonlyArray<Pending>
}

/** Which transactions had ended when a statement looked. */
export interface Snapshot {
  readonly epoch: number
  /** The first number that none had yet. */
  readonly end: bigint
  readonly running: ReadonlyArray<bigint>
}

export const atStart: FeedPosition = { upTo: { epoch: 0, xid: 0n, seq: 0n }, pending: [] }

/** What PostgreSQL writes of a snapshot: `xmin:xmax:xip,xip`. */
export const snapshotOf = (epoch: number, written: string): Snapshot => {
  const [, end = "0", running = ""] = written.split(":")
  return {
    epoch,
    end: BigInt(end),
    running: running === "" ? [] : running.split(",").map(BigInt)
  }
}

/** The place that a line has in these columns: epoch, transaction and number. */
export const placeOf = (line: Line, first: number): Place => ({
  epoch: number(line, first),
  xid: BigInt(text(line, first + 1)),
  seq: BigInt(text(line, first + 2))
})

/** Behind all that a snapshot shows. */
export const endOf = ({ epoch, end, running }: Snapshot): FeedPosition => ({
  upTo: { epoch, xid: end - 1n, seq: largest },
  pending: running.map((xid) => ({ xid, seq: 0n }))
})

/** Behind a row that was read from a position on, with more to come in that snapshot. */
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
 * Behind all that a position has, where a snapshot shows no more. It stays at the last row: numbers
 * of transactions that left none may be given again after the server died, all up to that row's are
 * on disk.
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

/** As a text, to be kept. */
export const writePosition = ({ upTo, pending }: FeedPosition): string => {
  const { epoch, xid, seq } = upTo
  return `${epoch}.${xid}.${seq}${pending.map((each) => `,${each.xid}.${each.seq}`).join("")}`
}

/** What such a text says. */
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
