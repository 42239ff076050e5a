import type { Change } from "@payloom/core"
import type { CommitFault } from "../history/History.ts"

/** A commit, as faults and the coverage know it. */
export interface CommitPlace {
  /** The operation, such as `payments.create`, or the job, such as `job recover_attempt`. */
  readonly operation: string
  /** The number of the commit within its operation or job, counted from 1. */
  readonly commit: number
}

/** A fault that waits for its commit. */
interface WaitingFault {
  /** Null for the next commit of any operation. */
  readonly operation: string | null
  readonly commit: number
  readonly meets: CommitFault
}

/** The faults of a storage that have not happened yet. */
export interface StorageFaults {
  /** Adds a fault of a later commit. */
  readonly atCommit: (fault: WaitingFault) => void
  /** Adds a fault of the nth read from now on. */
  readonly atRead: (nth: number) => void
  /** Returns the fault of a commit and removes it. `canConflict` is false for pure inserts. */
  readonly ofCommit: (place: CommitPlace, canConflict: boolean) => CommitFault | undefined
  /** Returns true if the next read is not answered. */
  readonly ofRead: () => boolean
  /** Removes all faults. */
  readonly end: () => void
}

/** Returns true if a commit changes or checks an existing row. Only such commits conflict. */
export const mayConflict = (changes: ReadonlyArray<Change>): boolean =>
  changes.some(({ _tag }) => _tag !== "Insert")

/** Creates a list of faults, which is empty at first. */
export const storageFaults = (): StorageFaults => {
  let waiting: ReadonlyArray<WaitingFault> = []
  let reads: ReadonlyArray<number> = []
  return {
    atCommit: (fault) => {
      waiting = [...waiting, fault]
    },
    atRead: (nth) => {
      reads = [...reads, nth]
    },
    ofCommit: ({ operation, commit }, canConflict) => {
      const met = waiting.find(
        (fault) =>
          (fault.operation === null ||
            (fault.operation === operation && fault.commit === commit)) &&
          (canConflict || fault.meets !== "conflicts")
      )
      waiting = waiting.filter((fault) => fault !== met)
      return met?.meets
    },
    ofRead: () => {
      if (reads.length === 0) return false
      const isMet = reads.includes(1)
      reads = reads.filter((nth) => nth > 1).map((nth) => nth - 1)
      return isMet
    },
    end: () => {
      waiting = []
      reads = []
    }
  }
}
