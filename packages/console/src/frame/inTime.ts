import { Refused } from "./refusals.ts"

/** Returns the result of some work, or refuses if the work takes longer than its limit. */
export const inTime = async <A>(limitMs: number, what: string, work: Promise<A>): Promise<A> => {
  const { promise, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(
    () => reject(new Refused(503, "timeout", `${what} took too long. Try again.`)),
    limitMs
  )
  try {
    return await Promise.race([work, promise])
  } finally {
    clearTimeout(timer)
  }
}
