/** Runs a call, or returns the result of a recent call of the same name. */
export type RecentCalls = (name: string, call: () => Promise<unknown>) => Promise<unknown>

const mostCalls = 200

/** Calls with longer names, such as those with a file, are not remembered. */
const longestName = 10_000

/**
 * Remembers the calls of this process for a while, so that a button that is pressed twice makes one
 * endpoint, and a secret whose answer was lost can be read by the second press. Failed calls are
 * forgotten.
 */
export const recentCalls = (keepMs: number): RecentCalls => {
  const calls = new Map<string, { readonly since: number; readonly made: Promise<unknown> }>()
  const forgetOld = (now: number) => {
    for (const [name, { since }] of calls) {
      if (now - since > keepMs || calls.size > mostCalls) calls.delete(name)
    }
  }
  return (name, call) => {
    if (name.length > longestName) return call()
    const now = Date.now()
    forgetOld(now)
    const known = calls.get(name)
    if (known !== undefined) return known.made
    const made = call()
    calls.set(name, { since: now, made })
    made.catch(() => calls.delete(name))
    return made
  }
}
