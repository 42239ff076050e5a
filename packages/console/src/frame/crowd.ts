/** The things that people hold, such as open pages, of which there is a limit. */
export interface Crowd<Thing> {
  /**
   * Makes a place for another thing of a person. If all are taken, returns the oldest thing of the
   * person with the most things, which then has to end. Returns `full` if nobody has clearly more
   * than the person.
   */
  readonly placeFor: (person: string) => Thing | "free" | "full"
  /** Takes the oldest thing of a person, who then comes after all others. */
  readonly next: () => Thing | undefined
  readonly enter: (person: string, thing: Thing) => void
  readonly leave: (person: string, thing: Thing) => void
  readonly size: () => number
}

/** Counts what people hold, so that one person can't take the places of all others. */
export const crowd = <Thing extends object>(most: number): Crowd<Thing> => {
  const people = new Map<string, Set<Thing>>()
  let size = 0
  const leave = (person: string, thing: Thing) => {
    const own = people.get(person)
    if (own?.delete(thing) !== true) return
    if (own.size === 0) people.delete(person)
    size -= 1
  }
  return {
    size: () => size,
    next: () => {
      const [found] = people
      if (found === undefined) return undefined
      const [person, own] = found
      const [oldest] = own
      if (oldest !== undefined) leave(person, oldest)
      people.delete(person)
      if (own.size > 0) people.set(person, own)
      return oldest
    },
    placeFor: (person) => {
      if (size < most) return "free"
      const own = people.get(person)?.size ?? 0
      let largest: ReadonlySet<Thing> = new Set()
      for (const things of people.values()) if (things.size > largest.size) largest = things
      const [oldest] = largest
      // Otherwise two people would take a place from each other again and again.
      return oldest !== undefined && largest.size >= own + 2 ? oldest : "full"
    },
    enter: (person, thing) => {
      const own = people.get(person)
      if (own === undefined) people.set(person, new Set([thing]))
      else own.add(thing)
      size += 1
    },
    leave
  }
}
