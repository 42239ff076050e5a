/** An open answer of a person, whose right is checked again and again. */
interface OpenAnswer {
  /** The name that all answers to the same person, address and headers have. */
  readonly name: string
  /** Resolves to false if the person may not have the answer any more. */
  readonly mayStay: () => Promise<boolean>
  /** Ends the answer. */
  readonly end: () => void
}

/** The checks of open answers. */
export interface Rechecks {
  /** Checks an answer until the returned function is called. */
  readonly follow: (answer: OpenAnswer) => () => void
}

interface Group {
  readonly ends: Set<() => void>
  timer: ReturnType<typeof setTimeout> | undefined
}

/**
 * Checks at an interval if people may still have their open answers, and ends those that they may
 * not have. A check that fails ends them too, because nobody vouches for the person then. Answers
 * of one name, such as a person's tabs, share a check.
 */
export const rechecks = (everyMs: number): Rechecks => {
  const groups = new Map<string, Group>()
  const groupOf = ({ name, mayStay }: OpenAnswer): Group => {
    const found = groups.get(name)
    if (found !== undefined) return found
    const group: Group = { ends: new Set(), timer: undefined }
    const check = async () => {
      const isAllowed = await mayStay().catch(() => false)
      if (!isAllowed) for (const end of [...group.ends]) end()
      else if (group.ends.size > 0) wait()
    }
    const wait = () => {
      group.timer = setTimeout(() => void check(), everyMs)
      group.timer.unref?.()
    }
    groups.set(name, group)
    wait()
    return group
  }
  return {
    follow: (answer) => {
      const group = groupOf(answer)
      group.ends.add(answer.end)
      return () => {
        group.ends.delete(answer.end)
        if (group.ends.size > 0 || groups.get(answer.name) !== group) return
        clearTimeout(group.timer)
        groups.delete(answer.name)
      }
    }
  }
}
