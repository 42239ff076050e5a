/** Returns the fault of the nth call, counted from 1, or undefined for no fault. */
export type MeetNth<F> = (nth: number) => F | undefined

/** The faults of calls in their order. */
export interface NthMet<F> {
  /**
   * Adds a decision about later calls, with a count of its own. The first decision with a fault
   * applies.
   */
  readonly meet: (faultOf: MeetNth<F>) => void
  /** Returns the fault of the next call. */
  readonly next: () => F | undefined
}

/** Creates the faults of calls. There are none at first. */
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
