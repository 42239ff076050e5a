/** How far a copy is. */
export interface CopyProgress {
  /** It copies first, and then reads both stores once more to prove that they are equal. */
  readonly phase: "copy" | "proof"
  /** The collection that it is at. */
  readonly collection: string
  /** From 0 to 1, of the whole. */
  readonly share: number
  /** How many rows it has gone through in this phase. */
  readonly rows: number
}

/** Hears of rows that were gone through. */
export interface Progress {
  /** It goes on with a collection. */
  readonly at: (collection: string) => void
  readonly went: (rows: number) => void
}

/** Tells of a phase that goes through so many collections, each as long as any other. */
export const progressOf = (
  phase: CopyProgress["phase"],
  collections: number,
  tell: (progress: CopyProgress) => void
): Progress => {
  let rows = 0
  let begun = 0
  let collection = ""
  const say = () => {
    const done = Math.max(0, begun - 1) / collections
    tell({ phase, collection, rows, share: phase === "copy" ? done / 2 : 0.5 + done / 2 })
  }
  return {
    at: (name) => {
      collection = name
      begun += 1
      say()
    },
    went: (more) => {
      rows += more
      say()
    }
  }
}
