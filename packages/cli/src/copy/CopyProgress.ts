/** The progress of a copy. */
export interface CopyProgress {
  /**
   * The copy copies all rows first. Then it reads both stores again to prove that they are equal.
   */
  readonly phase: "copy" | "proof"
  /** The collection that is being copied or compared. */
  readonly collection: string
  /** The finished part of the whole copy, from 0 to 1. */
  readonly share: number
  /** The number of rows that were handled in this phase. */
  readonly rows: number
}

/** Receives the progress of one phase. */
export interface Progress {
  /** The phase begins with this collection. */
  readonly startCollection: (collection: string) => void
  readonly addRows: (rows: number) => void
}

/** Reports the progress of a phase. Each collection counts as the same part of the phase. */
export const progressOf = (
  phase: CopyProgress["phase"],
  collections: number,
  report: (progress: CopyProgress) => void
): Progress => {
  let rows = 0
  let begun = 0
  let collection = ""
  const send = () => {
    const done = Math.max(0, begun - 1) / collections
    report({ phase, collection, rows, share: phase === "copy" ? done / 2 : 0.5 + done / 2 })
  }
  return {
    startCollection: (name) => {
      collection = name
      begun += 1
      send()
    },
    addRows: (more) => {
      rows += more
      send()
    }
  }
}
