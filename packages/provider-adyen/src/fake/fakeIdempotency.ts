import { FakeError } from "./FakeError.ts"

/** An answer of the fake's, as it is sent. */
export interface FakeReply {
  readonly status: number
  readonly body: object
  readonly isTransient?: boolean
}

interface Kept {
  readonly reply: FakeReply | null
  readonly at: number
}

/**
 * Carries a call out once for each key, and repeats its answer for `remembersMs`. A call that
 * arrives while the first one is in flight gets a transient error.
 */
export const idempotency = (now: () => number, remembersMs: number) => {
  const kept = new Map<string, Kept>()
  return async (key: string | undefined, carryOut: () => Promise<FakeReply>) => {
    if (key === undefined) return carryOut()
    if (key.length > 64) throw new FakeError(422, "705", "The idempotency key is too long")
    const known = kept.get(key)
    if (known !== undefined && now() < known.at + remembersMs) {
      if (known.reply !== null) return known.reply
      throw new FakeError(422, "704", "request already processed or in progress", true)
    }
    kept.set(key, { reply: null, at: now() })
    const reply = await carryOut().catch((failure: unknown) => {
      kept.delete(key)
      throw failure
    })
    kept.set(key, { reply, at: now() })
    return reply
  }
}
