import { busy } from "./busy.ts"

/** The most works of a kind at the same time. */
interface PlaceLimits {
  /** Of one person. */
  readonly each: number
  /** Of all people. */
  readonly all: number
}

/** The places of long work, such as uploads. */
export interface Places {
  /** Takes a place. Returns the function that gives it back. Refused with 503 if none is free. */
  readonly take: (person: string) => () => void
}

/** Bounds the long work of a console, so that nobody takes all of its memory. */
export const places = ({ each, all }: PlaceLimits): Places => {
  const taken = new Map<string, number>()
  let total = 0
  const change = (person: string, by: number) => {
    const own = (taken.get(person) ?? 0) + by
    if (own === 0) taken.delete(person)
    else taken.set(person, own)
    total += by
  }
  return {
    take: (person) => {
      if (total >= all || (taken.get(person) ?? 0) >= each) throw busy()
      change(person, 1)
      let isTaken = true
      return () => {
        if (isTaken) change(person, -1)
        isTaken = false
      }
    }
  }
}
