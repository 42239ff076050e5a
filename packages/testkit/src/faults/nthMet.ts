/** Decides what the nth of something meets, counted from 1; undefined lets it go as usual. */
export type MeetNth<F> = (nth: number) => F | undefined

/** What becomes of things that come one after the other. */
export interface NthMet<F> {
  /** From now on this decides too, by a count of its own; the first that has an answer counts. */
  readonly meet: (faultOf: MeetNth<F>) => void
  /** What the next one meets. */
  readonly next: () => F | undefined
}

/** Nothing goes wrong until somebody says so. */
export const nthMet = <F>(): NthMet<F> => {
  const deciders: Array<{ readonly faultOf: MeetNth<F>; count: number }> = []
  return {
    meet: (faultOf) => {
      deciders.push({ faultOf, count: 0 })
    },
    next: () => {
      let met: F | undefined
      for (const decider of deciders) {
        decider.count += 1
        met ??= decider.faultOf(decider.count)
      }
      return met
    }
  }
}
